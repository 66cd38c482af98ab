// Proof without playing moves that White cannot mate.
#pragma once

#include <span>

#include "lib/laws/winnability/reach_analysis.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

// Whether it is proved that White never mates, from where each man can ever get (see
// reach_analysis.h), in the lines where the assumptions hold. False says nothing. Some
// microseconds. Precondition: no mate is on the board yet.
bool is_fortress(const State& state, std::span<const Assumption> assumptions = {});

// Whether that is worth the time: White has no rook or queen, and in front of each pawn
// of its stands one of the other's.
bool looks_shut(const State& state);

// The same for a question that must cost next to nothing: White has pawns, and each is
// still stopped so when White's king has taken all pawns that it can walk up to and that
// no pawn guards.
bool looks_walled_in(const State& state);

}  // namespace arbiter
