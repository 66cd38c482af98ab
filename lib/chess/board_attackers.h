// Who attacks a square of a board.
#pragma once

#include "lib/chess/attacks.h"
#include "lib/chess/board.h"

namespace arbiter {

// The pieces of `by` that attack `square` if just `occupied` is occupied (a
// pinned piece attacks too, Laws 3.1.3). Two slider look-ups.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
  const Bitboard all = (bishop_attacks(square, occupied) & board.diagonal_sliders()) |
                       (rook_attacks(square, occupied) & board.straight_sliders()) |
                       (knight_attacks(square) & board.of(Role::Knight)) |
                       (king_attacks(square) & board.of(Role::King)) |
                       (pawn_attacks(other(by), square) & board.of(Role::Pawn));
  return all & board.of(by);
}

}  // namespace arbiter
