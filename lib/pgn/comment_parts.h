// What a comment consists of: words, and commands such as [%clk 0:10:00].
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lib/pgn/export_writer.h"

namespace arbiter {

struct CommentPart {
  std::string_view text = {};  // words, or a command with its brackets
  bool is_command = false;
  std::string_view name = {};   // of the command
  std::string_view value = {};  // what follows the name, without blanks around it
};

// Walks through the text of a comment, without its braces.
class CommentParts {
 public:
  explicit CommentParts(std::string_view text) : rest_(text) {}

  // False at the end.
  bool next(CommentPart& part);

 private:
  std::string_view rest_;
};

// What is left of the text of a comment, without its braces; empty if nothing is. Blanks around a
// command that is dropped become one. Text that begins as what was set aside (set_aside.h) is left
// as it is. Linear time.
std::string remaining_comment(std::string_view text, const MovetextShape& shape);

// The words of a comment, between which a line may be broken.

struct CommentWord {
  std::string_view text;  // lives until the next word is asked for
  std::size_t columns = 0;
  bool is_last = false;
  // Must not begin a line: there "%" would be an escape (PGN 6), and "[Event"
  // would look like the tag of another game.
  bool must_stay = false;
};

// Walks through the text of a comment, in UTF-8, without its braces. A command,
// "[%clk 0:10:00]", is one word if it is no longer than a line.
class CommentWords {
 public:
  explicit CommentWords(std::string_view text);

  // False at the end.
  bool next(CommentWord& word);

 private:
  std::string_view command() const;
  std::string_view without_line_breaks(std::string_view command);

  std::string_view rest_;  // begins and ends with a word
  bool is_ascii_;
  std::string scratch_;
};

}  // namespace arbiter
