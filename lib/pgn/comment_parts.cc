#include "lib/pgn/comment_parts.h"

#include <algorithm>
#include <cstddef>

#include "lib/base/text.h"
#include "lib/pgn/comment_command.h"
#include "lib/pgn/set_aside.h"

namespace arbiter {
namespace {

MovetextPart part_of(std::string_view command) {
  const CommandKind kind = command_kind(command);
  if (kind != CommandKind::Unknown && tells_time(kind)) return MovetextPart::Clocks;
  const bool is_evaluation = kind == CommandKind::Evaluation || command == "evp";
  return is_evaluation ? MovetextPart::Evaluations : MovetextPart::Commands;
}

// "[%clk 0:10:00]" at the beginning of `text`; its length, or 0.
std::size_t length_of_command(std::string_view text) {
  if (!text.starts_with("[%")) return 0;
  const std::size_t end = text.find_first_of("[]", 1);
  return end == std::string_view::npos || text[end] != ']' ? 0 : end + 1;
}

void append_part(std::string_view part, std::string& left) {
  if (part.empty()) return;
  if (!left.empty() && left.back() != ' ' && part.front() != ' ') left += ' ';
  left += part;
}

}  // namespace

bool CommentParts::next(CommentPart& part) {
  if (rest_.empty()) return false;
  part = {};
  const std::size_t command = length_of_command(rest_);
  // A bracket that begins no command is a word.
  const std::size_t length = command > 0 ? command : std::min(rest_.find("[%", 1), rest_.size());
  part.text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  part.is_command = command > 0;
  if (!part.is_command) return true;
  const std::string_view inside = part.text.substr(2, length - 3);
  const std::size_t name = std::min(inside.find_first_of(" \t\r\n"), inside.size());
  part.name = inside.substr(0, name);
  part.value = trim(inside.substr(name));
  return true;
}

std::string remaining_comment(std::string_view text, const MovetextShape& shape) {
  if (!shape.drops_of_comments() || is_set_aside_text(text)) return std::string(text);
  std::string left;
  CommentParts parts(text);
  for (CommentPart part; parts.next(part);) {
    const MovetextPart kind = part.is_command ? part_of(part.name) : MovetextPart::Words;
    if (!shape.drops(kind)) append_part(part.is_command ? part.text : trim(part.text), left);
  }
  return left;
}

}  // namespace arbiter
