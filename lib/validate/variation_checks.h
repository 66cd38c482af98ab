// What can be said of a variation from its words alone (PGN 8.2.5).
#pragma once

#include <cstdint>

#include "lib/pgn/game_reporter.h"

namespace arbiter {

// The variation between the tokens "(" and ")": nothing in it, the same moves
// as were played, the same as another in its place.
void check_variation(GameReporter& reporter, std::uint32_t open, std::uint32_t close);

}  // namespace arbiter
