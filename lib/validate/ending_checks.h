// Checks of the stated result against the board.
#pragma once

#include <optional>

#include "lib/laws/rules_profile.h"
#include "lib/pgn/game_reporter.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

// Reports a missing terminator, one that differs from the Result tag, and results that contradict
// the last position (5.1, 5.2, 9.6). Also reports draws and clocks, as far as they depend on the
// result. A signed result stands (8.7): none is overruled. Precondition: `walk` has just replayed
// the game.
void check_ending(GameReporter& reporter, MovetextWalk& walk);

// The part of check_ending() that needs no board.
void check_terminator(GameReporter& reporter, const PlayedGame& played);

// The end of a game as the file states it.
struct StatedEnd {
  Outcome outcome;  // not Unknown
  EndCause cause;   // the cause stated in the file
  TextSpan span;    // the place of the result
  RulesProfile profile;
  CodeSet sought;  // checks of draws on time that were wins only if included
};

// Checks whether the winner could have mated at all. If not, a flag, a resignation or a second
// illegal move of the loser is a draw (Laws 6.9, 5.1.2, 7.5.5). Precondition: the game is complete
// and not over on the board. Microseconds for most games, at most some 30,000 positions.
void check_winner(GameReporter& reporter, const PlayedGame& played, const StatedEnd& end);

}  // namespace arbiter
