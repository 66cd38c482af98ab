// The slow, obvious evaluation of patterns. It tests each claim anew on each position, on a board
// of letters; claims about the past look at every earlier position.
#pragma once

#include <cstddef>
#include <vector>

#include "lib/chess/position.h"
#include "lib/patterns/pattern.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct JudgedGame {
  std::vector<Position> positions;  // the initial one, and one after each move
  std::vector<Move> moves;
};

// Checks whether the pattern holds after that many half-moves.
bool judged_to_hold(const Pattern& pattern, const JudgedGame& game, std::size_t ply);

}  // namespace arbiter::testing
