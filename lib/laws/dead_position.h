// With which material nobody can mate, by any series of legal moves (Laws 5.2.2).
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

// Neither side can mate: king against king, one with a bishop or a knight
// besides, or any number of bishops, of both sides, all on squares of one
// colour. All other material can mate, if only with help; whether the pawns are
// locked for ever is another question.
constexpr bool is_dead_by_material(const Board& board) {
  if ((board.of(Role::Pawn) | board.straight_sliders()).any()) return false;
  const Bitboard knights = board.of(Role::Knight);
  const Bitboard bishops = board.of(Role::Bishop);
  if (knights.any()) return !(knights | bishops).has_many();
  return (bishops & kDarkSquares).is_empty() || (bishops & ~kDarkSquares).is_empty();
}

// Why neither side can mate, by color.
using DeadProof = std::array<WinnabilityProof, 2>;

// Nothing where a side can mate or where no proof is found at once: mostly within
// microseconds, but up to 6,000 positions may be looked at for each side.
std::optional<DeadProof> quick_dead(const Position& position);

struct DeadMoment {
  std::uint32_t ply = 0;  // the first dead position: 0 is the one at the start
  DeadProof proof{};
};

// Where the last position of a game is dead, the first one that was: what is dead
// stays dead. Precondition: quick_dead() has an answer for it. Asks about a number of
// positions that grows with the logarithm of the game's length, some microseconds each
// and at worst as quick_dead(); beside that 10,000 positions are looked at for a game,
// and then a later moment may be named.
DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves);

// How many of the moves after the half-move `ply` were not the only legal ones: 0 where
// nobody could have played otherwise. `moves` lead from `first`.
std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves);

}  // namespace arbiter
