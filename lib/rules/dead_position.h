// Which material can still mate, by any series of legal moves (Laws 5.2.2).
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

// Whether `color` can mate with what stands on the board, helped by the other
// side as far as that goes (5.1.2, 6.9, 7.5.5). A lone king cannot, nor a knight
// against king and queens, nor bishops on one colour where nothing but queens,
// rooks and bishops of that colour stands in the way of the king.
constexpr bool can_win_by_material(const Board& board, Color color) {
  const Bitboard own = board.of(color);
  const Bitboard heavy = board.of(Role::Pawn) | board.straight_sliders();
  if ((own & heavy).any()) return true;
  const Bitboard knights = own & board.of(Role::Knight);
  const Bitboard bishops = own & board.of(Role::Bishop);
  if (knights.any()) {
    const Bitboard theirs = board.of(other(color));
    const bool is_alone = !(knights | bishops).has_many();
    return !is_alone || (theirs & ~board.of(Role::King) & ~board.of(Role::Queen)).any();
  }
  if (bishops.is_empty()) return false;
  if ((board.of(Role::Pawn) | board.of(Role::Knight)).any()) return true;
  const Bitboard all = board.of(Role::Bishop);
  return (all & kDarkSquares).any() && (all & ~kDarkSquares).any();
}

}  // namespace arbiter
