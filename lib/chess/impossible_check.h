// Whether the last move can have given the check on the board.
#pragma once

#include "lib/chess/board.h"
#include "lib/chess/color.h"

namespace arbiter {

// True if the king of `turn` is in check, and each move that the opponent can
// have made last, taken back, leaves it in check too: so the player to move had
// left it there (Laws 3.9.2). Three checkers are such a case, or a knight and a
// pawn. Looks one half-move back and no further. Some us.
// Precondition: one king each; no pawn on the first or last rank.
bool is_impossible_check(const Board& board, Color turn);

}  // namespace arbiter
