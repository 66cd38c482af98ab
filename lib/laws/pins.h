// Which men may not leave the line between their king and an attacker (Laws 3.9.2).
#pragma once

#include <vector>

#include "lib/chess/board.h"

namespace arbiter {

struct Pin {
  Square man;     // the one that is pinned
  Square pinner;  // a queen, rook or bishop of the other side
  Square king;    // of the pinned man's side
};

// The men of `color` that are pinned to their king, in the order of the pinners'
// squares. A pinned man attacks all the same (3.1.3). None where there is not
// exactly one king.
std::vector<Pin> pins_of(const Board& board, Color color);

}  // namespace arbiter
