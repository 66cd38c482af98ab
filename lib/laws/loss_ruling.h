// Who wins where a player has lost by the clock, by resigning or by illegal moves:
// the Laws, and for the clock what other bodies and sites have in their place.
#pragma once

#include "lib/laws/adjudication.h"

namespace arbiter {

// Precondition: the game is not over by itself. `chances` are those of `now`.
Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident);

// The same for a resignation and a second illegal move, which the Laws judge in the
// same way: the other side wins, unless it cannot mate by any series of legal moves.
Ruling rule_on_loss(const Position& now, const WinnabilityAnswer& chance, Color loser);

}  // namespace arbiter
