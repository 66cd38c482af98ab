// Whether there can have been a last move, and whether it can have given check.
#pragma once

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/color.h"

namespace arbiter {

// True if the king of `turn` is in check, and each move that the opponent can
// have made last, taken back, leaves it in check too: so the player to move had
// left it there (Laws 3.9.2). Three checkers are such a case, or a knight and a
// pawn. Looks one half-move back and no further. Some us.
// Precondition: one king each; no pawn on the first or last rank.
bool is_impossible_check(const Board& board, Color turn);

// Whether the player who is not to move can have made a last move at all: one
// with a man that is not among `unmoved`, before which the other king was not in
// check. True for too many positions rather than for too few: it looks one
// half-move back, and any man may have been captured. Some us.
// Precondition: one king each; no pawn on the first or last rank.
bool has_possible_last_move(const Board& board, Color turn, Bitboard unmoved);

}  // namespace arbiter
