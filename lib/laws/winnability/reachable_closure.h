// An exhaustive best-first search of all reachable positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

enum class ClosureEnd {
  Mate,       // a line to a mate was found
  Exhausted,  // every position was visited, and White mates in none
  LimitHit,
};

struct ClosureLimits {
  std::uint64_t positions;  // number of generated positions, including duplicates
  std::size_t stored;  // maximum number of stored positions, at most StateStore::kMaxStates - 1
};

struct ClosureResult {
  ClosureEnd end;
  std::vector<Move> line;   // the moves from the first position to the mate, if there is one
  std::uint64_t positions;  // number of generated positions
};

// Visits positions until White has mated or all have been visited. The order affects only the time
// to a mate. A position is skipped if it was visited before, or if it is proved that White cannot
// mate from it. Uses about 80 bytes for each position. Precondition: White has not mated yet.
ClosureResult explore(const State& state, const ClosureLimits& limits);

}  // namespace arbiter
