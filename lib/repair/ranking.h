// Guesses weighed by the play that follows, and grouped.
#pragma once

#include <vector>

#include "lib/repair/guesses.h"

namespace arbiter {

// A guess, and those that are legal as far and differ only in the missing move or in the first
// position.
struct RankedGuess {
  Guess guess;
  std::vector<Guess> others;  // the likeliest first
  double share = 0;           // of `guess` among all guesses, 0 to 1
  double group_share = 0;     // of it and the others
};

// Returns the likeliest group first. A few ms.
std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses);

}  // namespace arbiter
