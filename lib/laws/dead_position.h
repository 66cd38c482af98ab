// Dead positions, in which neither side can mate by any series of legal moves (Laws 5.2.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "lib/chess/board.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/laws/winnability/winnability.h"

namespace arbiter {

// Returns whether the material excludes mate. This holds for king against king, if one of them has
// a bishop or a knight, and with bishops on squares of one colour only. Positions with locked pawns
// are not considered.
constexpr bool is_dead_by_material(const Board& board) {
  if ((board.of(Role::Pawn) | board.straight_sliders()).any()) return false;
  const Bitboard knights = board.of(Role::Knight);
  const Bitboard bishops = board.of(Role::Bishop);
  if (knights.any()) return !(knights | bishops).has_many();
  return (bishops & kDarkSquares).is_empty() || (bishops & ~kDarkSquares).is_empty();
}

// The proofs that neither side can mate, by color.
using DeadProof = std::array<WinnabilityProof, 2>;

// Returns nothing if a side can mate or no proof is found quickly. Takes microseconds for most
// positions, and examines at most 6,000 positions for each side.
std::optional<DeadProof> quick_dead(const Position& position);

struct DeadMoment {
  std::uint32_t ply = 0;  // the first dead position: 0 is the one at the start
  DeadProof proof{};
};

// Returns the first dead position of a game whose last position is dead. Precondition: quick_dead()
// proves the last one. Examines a number of positions that grows with the logarithm of the game
// length, at some microseconds each. Examines at most 10,000 more positions, and then may return a
// later moment.
DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves);

// Returns how many of the moves after `ply` were not the only legal ones. `moves` start at `first`.
std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves);

}  // namespace arbiter
