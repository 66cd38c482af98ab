// The main line of a game, replayed in the simplest way.
#pragma once

#include <vector>

#include "lib/chess/position.h"
#include "lib/pgn/pgn_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct PlayedLine {
  std::vector<Position> positions;  // the initial position, and the position after each move
  std::vector<Move> moves;
};

// Returns the line from the standard initial position, as far as it is legal.
PlayedLine line_of(const PgnGame& game);

}  // namespace arbiter::testing
