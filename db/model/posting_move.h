// A move in twelve bits that mean it without its position (README.md, "Positions").
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace arbiter {

namespace posting_moves {

// Move::bits by number; kNoMove where no move has it.
inline constexpr std::uint16_t kNoMove = 0xffff;
extern const std::array<std::uint16_t, 4096> kMoves;

}  // namespace posting_moves

// `move` is the Move::bits of a move that some position allows, or 0 for none. The
// number is below 4096, and 0 for none. About 1 ns; 10 ns for the rare kinds.
std::uint16_t posting_move(std::uint16_t move);

// The move of that number. Nothing where no move has it. Precondition: below 4096.
inline std::optional<std::uint16_t> move_of_posting(unsigned number) {
  const std::uint16_t move = posting_moves::kMoves[number];
  if (move == posting_moves::kNoMove) return std::nullopt;
  return move;
}

}  // namespace arbiter
