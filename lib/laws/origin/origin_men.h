// Proofs from the number of men and from where pieces can have got to.
#pragma once

#include "lib/laws/origin/first_men.h"
#include "lib/laws/origin/origin.h"

namespace arbiter {

// How many of the men of `color` have certainly been promoted, whatever happened.
int least_promoted(const Board& board, Color color, const FirstMen& first);

// Too many men, pawns or promoted men, and pieces that can neither have come
// from the first position nor from a promotion to where they stand.
OriginFlaws flaws_of_men(const Board& board, const FirstMen& first);

// Pawns that must have captured more often than the other side has lost men, and
// pawns of one file that stand behind each other though neither can have left it.
// Precondition: no pawn on the first or last rank.
OriginFlaws flaws_of_pawns(const Board& board, const FirstMen& first);

}  // namespace arbiter
