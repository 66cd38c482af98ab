// What cannot mate, wherever the men stand (Laws 5.1.2, 6.9, 7.5.5).
#pragma once

#include "lib/chess/move_generator.h"

namespace arbiter {

// Whether the lemmas below leave open that `winner` mates, helped by the other side.
// Precondition: no mate is on the board yet.
//
// 1. A lone king gives no check.
// 2. A lone knight against king and queens: say it checks a king on c3 from d5, all
//    else by symmetry. A queen on c4 or d4 takes it, so these are empty, and only the
//    winner's king can guard both: from c5. Then d3 is left, which neither guards. A
//    queen there (pinned by nothing, as the winner has no line piece) goes by d4 to d5.
// 3. Bishops on squares of one colour, where the loser has no pawn, no knight and no
//    bishop on the other colour: the checked king has a neighbour on the diagonal of
//    the check, and two more that touch both, straight beside him, which no bishop
//    guards. A rook or queen on one of these steps onto the diagonal or takes the
//    bishop there; she is not pinned, as the winner's lines miss her square. So the
//    winner's king guards both; but whatever touches both touches the king as well.
inline bool can_win_by_material(const PieceSets& men, Color winner) {
  const Bitboard own = men.of(winner);
  if ((own & (men.pawns | men.straight)).any()) return true;
  const Bitboard knights = own & men.knights;
  const Bitboard bishops = own & men.diagonal;
  if (knights.any()) {
    const bool is_alone = !(knights | bishops).has_many();
    return !is_alone || (men.of(other(winner)) & ~men.kings & ~(men.diagonal & men.straight)).any();
  }
  if (bishops.is_empty()) return false;
  if ((men.pawns | men.knights).any()) return true;
  const Bitboard all = men.diagonal & ~men.straight;
  return (all & kDarkSquares).any() && (all & ~kDarkSquares).any();
}

}  // namespace arbiter
