// What patterns mean, slowly and obviously: each claim is asked anew of each position, on a board
// of letters, and what looks back looks at every position before.
#pragma once

#include <cstddef>
#include <vector>

#include "lib/chess/position.h"
#include "lib/patterns/pattern.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct JudgedGame {
  std::vector<Position> positions;  // the first one, and one after each move
  std::vector<Move> moves;
};

// Whether the pattern holds after so many half-moves.
bool judged_to_hold(const Pattern& pattern, const JudgedGame& game, std::size_t ply);

}  // namespace arbiter::testing
