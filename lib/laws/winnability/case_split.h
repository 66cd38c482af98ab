// The proof of fortress.h, case by case.
#pragma once

#include "lib/laws/winnability/state.h"

namespace arbiter {

// Whether it is proved that White never mates by telling apart what becomes of one
// man or two that have no move now: either the man is never captured before it moves,
// or it is. In each case others are shut in for longer. False says nothing. Some
// hundred microseconds. Precondition: no mate is on the board yet.
bool is_fortress_in_all_cases(const State& state);

}  // namespace arbiter
