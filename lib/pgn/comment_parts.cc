#include "lib/pgn/comment_parts.h"

#include <algorithm>
#include <cstddef>

#include "lib/base/text.h"
#include "lib/pgn/comment_command.h"
#include "lib/pgn/set_aside.h"

namespace arbiter::pgn {
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

std::string_view name_of(std::string_view command) {
  const std::string_view inside = command.substr(2, command.size() - 3);
  return inside.substr(0, inside.find_first_of(" \t\r\n"));
}

void append_part(std::string_view part, std::string& left) {
  if (part.empty()) return;
  if (!left.empty() && left.back() != ' ' && part.front() != ' ') left += ' ';
  left += part;
}

}  // namespace

std::string remaining_comment(std::string_view text, const MovetextShape& shape) {
  if (!shape.drops_of_comments() || is_set_aside_text(text)) return std::string(text);
  std::string left;
  while (!text.empty()) {
    const std::size_t command = length_of_command(text);
    // A bracket that begins no command is a word.
    const std::size_t length = command > 0 ? command : std::min(text.find("[%", 1), text.size());
    const std::string_view piece = text.substr(0, length);
    text.remove_prefix(length);
    const MovetextPart part = command > 0 ? part_of(name_of(piece)) : MovetextPart::Words;
    if (!shape.drops(part)) append_part(command > 0 ? piece : trim(piece), left);
  }
  return left;
}

}  // namespace arbiter::pgn
