// How a game ended, in one word.
#pragma once

#include "db/model/ending.h"
#include "lib/pgn/pgn_game.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

// What the last position says; where it says nothing, what the Termination tag says. An
// automatic end that was played past counts where the moves lead to no other.
Ending ending_of_game(const PgnGame& game, const PlayedGame& played, const GameSummary& summary);

}  // namespace arbiter
