// From which files of their first rank pawns can have come, and how often they
// must have captured on the way: a file aside costs a capture (Laws 3.7.3).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lib/chess/board.h"

namespace arbiter {

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
