// Proofs from the number of men and from where pieces can have got to.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lib/chess/board.h"
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

// For each of the eight pawns of the first position, by file: the captures with
// which it can have become one man of today; nothing where it cannot.
using PawnCosts = std::array<std::optional<int>, 8>;

// A pawn that stands on `square`: one capture for each file that it is aside, and
// as many ranks as that are needed.
PawnCosts costs_of_pawn(Color color, Square square);

struct PawnAssignment {
  int captures = 0;             // in all
  std::vector<File> came_from;  // for each man, in the order given
};

// The distribution of men over the eight pawns with the fewest captures; nothing
// where there is none. Exact. At most eight men; some us.
std::optional<PawnAssignment> fewest_captures(const std::vector<PawnCosts>& men);

}  // namespace arbiter
