// Claims of a draw, right or wrong (Laws 9.2 to 9.5).
#pragma once

#include "lib/laws/adjudication.h"
#include "lib/laws/standing.h"

namespace arbiter {

// Of the third occurrence (9.2) or of fifty moves (9.3), on the board or with the
// move written down. Precondition: the incident is such a claim, and the game is
// not over by itself.
Ruling rule_on_claim(const GameHistory& game, const Standing& standing, const Incident& incident);

}  // namespace arbiter
