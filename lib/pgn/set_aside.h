// Text that `arbiter fmt` set aside in a comment because it could not be played or read, and
// damaged tags.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The prefixes of comments with set-aside text.
inline constexpr std::string_view kUnreadable = "{unreadable:";
inline constexpr std::string_view kUnreadableTag = "{unreadable-tag:";
inline constexpr std::string_view kAfterResult = "{after-result:";

// Checks whether a comment, given without its brace, contains set-aside text.
inline bool is_set_aside_text(std::string_view text) {
  return text.starts_with(kUnreadable.substr(1)) || text.starts_with(kUnreadableTag.substr(1)) ||
         text.starts_with(kAfterResult.substr(1));
}

// Checks whether a comment, given with its brace, contains set-aside text.
inline bool is_set_aside(std::string_view comment) {
  return comment.starts_with('{') && is_set_aside_text(comment.substr(1));
}

// A game whose set-aside moves are restored from comments. Such a comment ends its line, and begins
// with a move number: `1. e4 e5 {unreadable: 2. Ke3 Nc6} *`.
struct UncoveredMoves {
  std::string text;  // the game text, with spaces instead of the comments' braces and prefixes
  std::vector<std::uint32_t>
      beginnings;  // offsets of the comments with the first set-aside moves, in order
};

// Checks whether the text begins with a move number that other words follow: "2... Ke7", not "2R",
// "000" or "12 15".
bool begins_with_moves(std::string_view text);

// Returns the game with set-aside moves restored; nothing if it has none.
std::optional<UncoveredMoves> with_moves_back(const PgnGame& game);

// Checks whether the word is the move at which `arbiter fmt` set the rest of a line aside. The word
// was meant as a move, even if it is not one in the game's current piece letters.
bool ended_line(const PgnGame& game, const Token& word);

// Returns the offset of a tag's bracket, or of its name if it has none.
std::size_t start_of_tag(const PgnTag& tag, std::string_view text);

// Checks for markup between the tokens, or for a tag in a game with a Unicode space.
bool has_markup(const PgnGame& game);

// Returns the damaged tags: unreadable text before and between the tags, up to the first token. The
// parts are trimmed and in text order.
std::vector<std::string_view> damaged_tags(const PgnGame& game);

}  // namespace arbiter
