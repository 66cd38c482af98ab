// Whether the winner of a game could have mated at all: if not, a flag, a
// resignation or a second illegal move of the loser makes a draw (Laws 6.9,
// 5.1.2, 7.5.5).
#pragma once

#include <optional>

#include "lib/laws/rules_profile.h"
#include "lib/pgn/game_reporter.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {

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
