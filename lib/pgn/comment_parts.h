// Parts of comments, damaged tags, and text that `arbiter fmt` set aside in a comment because it
// could not be played or read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/notation/board_drawing.h"
#include "lib/pgn/export_writer.h"
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

// Checks for markup between the tokens, in a game that contains a Unicode space. Also true for a
// tag among the moves of such a game.
bool has_markup(const PgnGame& game);

// Returns the damaged tags: unreadable text before and between the tags, up to the first token. The
// parts are trimmed and in text order.
std::vector<std::string_view> damaged_tags(const PgnGame& game);

struct CommentPart {
  std::string_view text = {};  // words, or a command with its brackets
  bool is_command = false;
  std::string_view name = {};   // name of the command
  std::string_view value = {};  // trimmed text after the name
};

// An iterator over the parts of a comment's text, without its braces.
class CommentParts {
 public:
  explicit CommentParts(std::string_view text) : rest_(text) {}

  bool next(CommentPart& part);

 private:
  std::string_view rest_;
};

// Returns the text of a comment, without its braces, that `shape` keeps; may be empty. Spaces
// around a dropped command become one. Text that was set aside is kept. Linear time.
std::string remaining_comment(std::string_view text, const MovetextShape& shape);

struct CommentWord {
  std::string_view text;  // valid until the next word is read
  std::size_t columns = 0;
  bool is_last = false;
  // True if the word must not begin a line, because "%" would be an escape there (PGN 6), or
  // "[Event" a tag.
  bool must_stay = false;
};

// An iterator over the words of a UTF-8 comment, without its braces. Lines may be broken between
// words. A command such as "[%clk 0:10:00]" is one word if it fits on a line.
class CommentWords {
 public:
  explicit CommentWords(std::string_view text);

  bool next(CommentWord& word);

 private:
  std::string_view command() const;
  std::string_view without_line_breaks(std::string_view command);

  std::string_view rest_;  // begins and ends with a word
  bool is_ascii_;
  std::string scratch_;
};

struct BoardMarks {
  std::vector<MarkedSquare> squares = {};
  std::vector<Arrow> arrows = {};
};

// Adds the board marks in a comment's text, without its braces: [%csl Ga4,Rb5] and [%cal Gg1f3].
// Malformed marks are ignored.
void add_marks(std::string_view comment, BoardMarks& marks);

}  // namespace arbiter
