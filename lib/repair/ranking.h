// Guesses weighed by the play that they lead to, and grouped.
#pragma once

#include <vector>

#include "lib/repair/guesses.h"

namespace arbiter {

// A guess, with those that run as far and differ from it only in which move is
// missing or which first position it was.
struct RankedGuess {
  Guess guess;
  std::vector<Guess> others;  // the likeliest first
  double share = 0;           // of `guess` among all guesses, 0 to 1
  double group_share = 0;     // of it and the others
};

// The likeliest group first. A few ms.
std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses);

}  // namespace arbiter
