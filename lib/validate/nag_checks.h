// NAGs: $14 behind a move (PGN 8.2.4, 10).
#pragma once

#include <cstdint>

#include "lib/pgn/game_reporter.h"

namespace arbiter {

// Checks the NAG that is the token `index`: whether the standard defines it,
// and whether it stands behind a move and only once there. A NAG behind "(" or
// at the start belongs to no move; one behind a comment still does.
void check_nag(GameReporter& reporter, std::uint32_t index);

}  // namespace arbiter
