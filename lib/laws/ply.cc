#include "lib/laws/ply.h"

#include <fmt/format.h>

#include "lib/notation/san.h"

namespace arbiter {
namespace {

// Returns the half-moves before `ply`, counted from White's move with the first number.
std::uint32_t plies_before(std::uint32_t ply, FirstMove first) {
  return ply - 1 + (first.turn == Color::Black ? 1 : 0);
}

}  // namespace

std::int64_t plies_before(const Position& position) {
  return 2 * (std::int64_t{position.fullmove_number()} - 1) +
         (position.turn() == Color::Black ? 1 : 0);
}

std::uint32_t plies_between(const Position& first, const Position& later) {
  return static_cast<std::uint32_t>(plies_before(later) - plies_before(first));
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

std::string number_text(const Position& position) { return number_of_ply(1, FirstMove(position)); }

std::string numbered_san(Move move, const Position& before) {
  return number_text(before) + ' ' + san_of(move, before);
}

std::string numbered_line(const Position& start, std::span<const Move> moves, std::size_t most) {
  std::string text;
  Position position = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i == most) return text + " ...";
    if (i > 0) text += ' ';
    const bool is_numbered = i == 0 || position.turn() == Color::White;
    text += is_numbered ? numbered_san(moves[i], position) : san_of(moves[i], position);
    position.play(moves[i]);
  }
  return text;
}

}  // namespace arbiter
