// How far a position looks from the winner's mate: what the search tries first.
#pragma once

#include "lib/winnability/state.h"

namespace arbiter {

inline constexpr int kMostGuidance = 255;

// 0 (near) to kMostGuidance. A guess that steers the order of the search and
// nothing else: no answer rests on it.
int guidance_of(const State& state);

}  // namespace arbiter
