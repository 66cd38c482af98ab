// The result that a file claims against what the board says.
#pragma once

#include <optional>

#include "lib/laws/rules_profile.h"
#include "lib/pgn/game_reporter.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

// Reports a missing terminator, one that differs from the Result tag, and
// results that cannot be what the Laws make of the last position (5.1, 5.2, 9.6).
// Also draws and clocks as far as they depend on the result. A signed result stands
// (8.7): nothing is overruled. Precondition: `walk` has just replayed the game.
void check_ending(GameReporter& reporter, MovetextWalk& walk);

// The part of it that needs no board.
void check_terminator(GameReporter& reporter, const PlayedGame& played);

struct StatedEnd {
  Outcome outcome;  // not Unknown
  EndCause cause;   // as the file has it
  TextSpan span;    // of the result
  RulesProfile profile;
  CodeSet sought;  // whether a draw on time was won is looked into only for what is in it
};

// Precondition: the game is complete and not over on the board. Microseconds for most
// games, at worst some 30,000 positions looked at.
void check_winner(GameReporter& reporter, const PlayedGame& played, const StatedEnd& end);

}  // namespace arbiter
