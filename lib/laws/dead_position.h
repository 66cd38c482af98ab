// With which material nobody can mate, by any series of legal moves (Laws 5.2.2).
#pragma once

#include "lib/chess/board.h"

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

}  // namespace arbiter
