// After how many moves a draw can be claimed (Laws 9.3): fifty of each player, but for some endings
// from 1928 to 1992.
#pragma once

#include <cstdint>

#include "lib/chess/board.h"
#include "lib/laws/rules_profile.h"

namespace arbiter {

// 1928 to 1951 twice the moves that theory needed where those were more than fifty: it was rook and
// bishop against rook that FIDE named, 132 moves for the 66 of Crosskill (1864); no other ending
// had such a number. 1952 to 1988 a hundred moves of each player in rook and bishop against rook,
// two knights against pawn, and rook and pawn (on a2, say) against bishop and pawn (a3). 1989 to
// 1992 seventy-five in the first two, and in two bishops against knight, queen against two bishops,
// queen against two knights, and queen and pawn, one step from promotion, against queen.
inline constexpr std::uint32_t kFiftyMoves = 100;  // half-moves

// In half-moves without a capture and a pawn move, so that it is the same for all of such a run.
std::uint32_t half_moves_to_claim(const Board& board, RulesProfile profile);

}  // namespace arbiter
