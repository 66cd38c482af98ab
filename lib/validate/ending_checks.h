// Checks of the stated result against the board.
#pragma once

#include <optional>

#include "lib/laws/rules_profile.h"
#include "lib/pgn/game_reporter.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

// Reports a missing terminator, one that differs from the Result tag, and results that contradict
// the last position (5.1, 5.2, 9.6). Also reports findings about draws and clocks that depend on
// the result. A signed result stands (8.7), so no result is overruled. Precondition: `walk` has
// just replayed the game.
void check_ending(GameReporter& reporter, MovetextWalk& walk);

// Runs the part of check_ending() that needs no board.
void check_terminator(GameReporter& reporter, const PlayedGame& played);

// The end of a game stated in the file.
struct StatedEnd {
  Outcome outcome;  // the result; not Unknown
  EndCause cause;   // the cause stated in the file
  TextSpan span;    // span of the result
  RulesProfile profile;
  CodeSet sought;  // incorrect draws on time are checked only if their code is included
};

// Checks whether the winner could have mated at all. If not, a fallen flag, resignation or second
// illegal move of the loser leads to a draw (Laws 6.9, 5.1.2, 7.5.5). Precondition: the game is
// complete and not over on the board. Takes microseconds for most games; examines at most about
// 30,000 positions.
void check_winner(GameReporter& reporter, const PlayedGame& played, const StatedEnd& end);

}  // namespace arbiter
