#include "lib/laws/ply.h"

#include <fmt/format.h>

namespace arbiter {
namespace {

// Half-moves before `ply`, from the one that would be White's first of the counting.
std::uint32_t plies_before(std::uint32_t ply, FirstMove first) {
  return ply - 1 + (first.turn == Color::Black ? 1 : 0);
}

}  // namespace

std::uint32_t plies_between(const Position& first, const Position& later) {
  const auto number = [](const Position& position) {
    return 2 * position.fullmove_number() + (position.turn() == Color::Black ? 1 : 0);
  };
  return number(later) - number(first);
}

std::string ply_name(std::uint32_t ply, FirstMove first) {
  if (ply == 0) return "the start";
  const std::uint32_t before = plies_before(ply, first);
  return fmt::format("{}'s move {}", to_string(before % 2 == 0 ? Color::White : Color::Black),
                     first.number + before / 2);
}

std::string half_moves(std::size_t count) {
  return fmt::format("{} half-move{}", count, count == 1 ? "" : "s");
}

std::string number_of_ply(std::uint32_t ply, FirstMove first) {
  const std::uint32_t before = plies_before(ply, first);
  return fmt::format("{}{}", first.number + before / 2, before % 2 == 0 ? "." : "...");
}

std::string number_text(const Position& position) {
  return fmt::format("{}{}", position.fullmove_number(),
                     position.turn() == Color::White ? "." : "...");
}

}  // namespace arbiter
