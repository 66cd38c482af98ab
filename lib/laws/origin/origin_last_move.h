// Proofs from whose turn it is and from what the last move must have been.
#pragma once

#include "lib/laws/origin/first_men.h"
#include "lib/laws/origin/origin_flaw.h"

namespace arbiter {

// What makes the board no position of chess at all: kings, pawns on the first and
// last rank, and the king in check that is not to move. Any Setup; in the order of
// OriginFault.
OriginFlaws flaws_of_kings_and_edges(const Setup& setup);

// A check that no move can have given, an en passant square that no double step
// can have passed, no last move at all. Precondition: is_playable(setup).
OriginFlaws flaws_of_last_move(const Setup& setup, const FirstMen& first);

// Chess960: both sides begin alike, so their castling rights fit together.
// Precondition: one king each.
OriginFlaws flaws_of_castling(const Setup& setup);

}  // namespace arbiter
