// A mate found by playing on: quick where the winner has much to mate with.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

struct PlayoutResult {
  std::optional<std::vector<Move>> line;  // every legal move to a mate, where one was found
  std::uint64_t positions = 0;            // looked at
};

// How many positions a playout looks at, unless told otherwise.
inline constexpr std::uint64_t kPlayoutPositions = 10'000;

// Plays a few games in which both sides help, each move by rule of thumb and none
// taken back. Some microseconds a game; nothing is stored. A line is a proof, no line
// says nothing. Ends with the turn that reaches `most` positions. Precondition: there is a
// legal move.
PlayoutResult greedy_playout(const State& state, std::uint64_t most = kPlayoutPositions);

}  // namespace arbiter
