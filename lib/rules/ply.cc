#include "lib/rules/ply.h"

#include <fmt/format.h>

namespace arbiter {

std::string ply_name(std::uint32_t ply, FirstMove first) {
  if (ply == 0) return "the start";
  // Half-moves since the one that would be White's first of the counting.
  const std::uint32_t since = ply - 1 + (first.turn == Color::Black ? 1 : 0);
  return fmt::format("{}'s move {}", name_of(since % 2 == 0 ? Color::White : Color::Black),
                     first.number + since / 2);
}

std::string number_text(const Position& position) {
  return fmt::format("{}{}", position.fullmove_number(),
                     position.turn() == Color::White ? "." : "...");
}

}  // namespace arbiter
