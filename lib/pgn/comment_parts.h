// What a comment consists of: words, and commands such as [%clk 0:10:00].
#pragma once

#include <string>
#include <string_view>

#include "lib/pgn/movetext_shape.h"

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

}  // namespace arbiter
