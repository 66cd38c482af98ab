// Rulings on draw offers, sealed moves, absent players, recording and conduct. They depend on the
// position only through the question whether a side can still mate.
#pragma once

#include "lib/laws/adjudication.h"

namespace arbiter {

// Returns the ruling on such an event, or on one that Guidelines III decide. Precondition: the game
// is not over. `chances` are those of `now`.
Ruling rule_on_procedure(const Position& now, const Chances& chances, const Incident& incident);

}  // namespace arbiter
