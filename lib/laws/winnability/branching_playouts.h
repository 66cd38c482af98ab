// Mates found by playing on from every position of the first few moves.
#pragma once

#include <cstdint>

#include "lib/laws/winnability/greedy_playout.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

// As greedy_playout(), but from one position after another of those that moves lead to, nearest
// first: one odd move by either side is often all that a rule of thumb does not find.
// Ends with the playout that spends `most` positions. Precondition: no mate is on the board.
PlayoutResult playouts_from_all(const State& state, std::uint64_t most);

}  // namespace arbiter
