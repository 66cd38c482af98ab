// The first position of a game: the usual one, or that of its FEN tag (PGN 9.7).
#pragma once

#include <optional>

#include "lib/chess/position.h"
#include "lib/pgn/game_reporter.h"

namespace arbiter {

struct StartPosition {
  Setup setup = initial_setup();
  Position position = Position();
};

// Reports what is wrong with the FEN. Nothing if no move can be played from it.
std::optional<StartPosition> read_start_position(GameReporter& reporter);

}  // namespace arbiter
