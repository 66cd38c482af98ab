// The main line of a game, replayed in the plainest way.
#pragma once

#include <vector>

#include "lib/chess/position.h"
#include "lib/pgn/pgn_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct PlayedLine {
  std::vector<Position> positions;  // the initial one, and one after each move
  std::vector<Move> moves;
};

// The line from the usual initial position, as far as it is legal.
PlayedLine line_of(const PgnGame& game);

}  // namespace arbiter::testing
