// Proofs from where the pawns stand.
#pragma once

#include "lib/laws/origin/first_men.h"
#include "lib/laws/origin/origin_flaw.h"

namespace arbiter {

// Pawns that must have captured more often than the other side has lost men, and
// pawns of one file that stand behind each other though neither can have left it.
// Precondition: no pawn on the first or last rank.
OriginFlaws flaws_of_pawns(const Board& board, const FirstMen& first);

}  // namespace arbiter
