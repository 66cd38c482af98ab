// How far a position looks from the winner's mate: what the search tries first.
#pragma once

#include <array>
#include <cstddef>

#include "lib/laws/winnability/state.h"

namespace arbiter {

inline constexpr int kMostGuidance = 255;

// By guide. First: kings and helpers on their way to a mate in a corner. Second: few
// squares left to the king, wherever he is.
inline constexpr std::size_t kGuideCount = 2;
using Guidance = std::array<int, kGuideCount>;

// 0 (near) to kMostGuidance each. Guesses that steer the order of the search and
// nothing else: no answer rests on them.
Guidance guidance_of(const State& state);

}  // namespace arbiter
