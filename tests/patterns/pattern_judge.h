// A slow but obvious evaluation of patterns. It tests each claim separately on each position, on a
// board of letters. Claims about the past examine every earlier position.
#pragma once

#include <cstddef>
#include <vector>

#include "lib/chess/position.h"
#include "lib/patterns/pattern.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct JudgedGame {
  std::vector<Position> positions;  // the initial position, and the position after each move
  std::vector<Move> moves;
};

// Returns whether the pattern holds after `ply` half-moves.
bool judged_to_hold(const Pattern& pattern, const JudgedGame& game, std::size_t ply);

}  // namespace arbiter::testing
