// The end of a game that no conditional move can go past.
#pragma once

#include <optional>

#include "lib/chess/position.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// What the board alone shows: checkmate, stalemate, or a dead position, as far as
// quick_dead() proves it (5.2.2).
std::optional<EndReason> end_on_board(const Position& position);

}  // namespace arbiter
