#include "lib/pgn/board_marks.h"

#include <optional>

#include "lib/base/text.h"
#include "lib/chess/bitboard.h"
#include "lib/pgn/comment_command.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {
namespace {

std::optional<MarkColor> color_of(char letter) {
  switch (letter) {
    case 'G':
      return MarkColor::Green;
    case 'R':
      return MarkColor::Red;
    case 'Y':
      return MarkColor::Yellow;
    case 'B':
      return MarkColor::Blue;
    default:
      return std::nullopt;
  }
}

// "Ga4" or "Gg1f3".
void add_mark(std::string_view word, CommandKind kind, BoardMarks& marks) {
  const std::size_t size = kind == CommandKind::Squares ? 3 : 5;
  if (word.size() != size) return;
  const auto color = color_of(word[0]);
  const auto first = parse_square(word.substr(1, 2));
  if (!color || !first) return;
  if (kind == CommandKind::Squares) {
    marks.squares.push_back({*first, *color});
  } else if (const auto second = parse_square(word.substr(3, 2))) {
    marks.arrows.push_back({*first, *second, *color});
  }
}

}  // namespace

void add_marks(std::string_view comment, BoardMarks& marks) {
  if (comment.find("[%") == std::string_view::npos) return;
  CommentParts parts(comment);
  for (CommentPart part; parts.next(part);) {
    if (!part.is_command) continue;
    const CommandKind kind = command_kind(part.name);
    if (kind != CommandKind::Squares && kind != CommandKind::Arrows) continue;
    std::string_view rest = part.value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      add_mark(trim(rest.substr(0, comma)), kind, marks);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
  }
}

}  // namespace arbiter
