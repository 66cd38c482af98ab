// Text that `arbiter fmt` set aside in a comment because it could not be played or read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// How such comments begin.
inline constexpr std::string_view kUnreadable = "{unreadable:";
inline constexpr std::string_view kUnreadableTag = "{unreadable-tag:";
inline constexpr std::string_view kBehindResult = "{after-result:";

// Whether the text of a comment, without its brace, begins so.
inline bool is_set_aside_text(std::string_view text) {
  return text.starts_with(kUnreadable.substr(1)) || text.starts_with(kUnreadableTag.substr(1)) ||
         text.starts_with(kBehindResult.substr(1));
}

// The same of a comment with its brace.
inline bool is_set_aside(std::string_view comment) {
  return comment.starts_with('{') && is_set_aside_text(comment.substr(1));
}

// A game in which moves that were set aside stand among the moves again. They are those with which
// a line ends, from the number of the first one on: `1. e4 e5 {unreadable: 2. Ke3 Nc6} *`.
struct UncoveredMoves {
  std::string text;                       // of the game, with blanks for their braces and marks
  std::vector<std::uint32_t> beginnings;  // of the comment with the first of such moves, in order
};

// Whether the text begins like moves set aside: "2... Ke7", not "2R" or "000".
bool begins_with_number(std::string_view text);

// Nothing if the game has none.
std::optional<UncoveredMoves> with_moves_back(const PgnGame& game);

// Whether the word is the move that ended a line whose rest was set aside. Somebody meant a move,
// then, even if it is none in the letters in which the game is read now.
bool ended_line(const PgnGame& game, const Token& word);

}  // namespace arbiter
