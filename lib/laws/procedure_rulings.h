// Rulings on draw offers, sealed moves, absent players, recording, conduct and correspondence play.
// They depend on the position only through its pieces and the question whether a side can still
// mate.
#pragma once

#include "lib/laws/adjudication.h"

namespace arbiter {

// Returns the ruling on such an event, or on one that Guidelines III decide. Precondition: the game
// is not over. `chances` are those of `now`.
Ruling rule_on_procedure(const Position& now, const Chances& chances, const Incident& incident);

// Returns whether the event needs players at a board, so that correspondence play has no rule for
// it.
bool is_over_the_board(GameEvent event);

}  // namespace arbiter
