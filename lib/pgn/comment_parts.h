// The parts of comments: words, commands such as [%clk 0:10:00], and marks on the board.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lib/notation/board_drawing.h"
#include "lib/pgn/export_writer.h"

namespace arbiter {

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
// around a dropped command are merged. Text that was set aside (set_aside.h) is kept. Linear time.
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
