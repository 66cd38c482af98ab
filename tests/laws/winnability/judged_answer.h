// Verdicts as labels, with their lines replayed.
#pragma once

#include <string>

#include "lib/laws/winnability/winnability.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns whether `line` is legal from `position` and ends in mate by `winner`.
bool is_mating_line(const Position& position, Color winner, const std::vector<Move>& line);

// Returns the verdict for one side. Fails the running test case if the line is wrong or the quick
// test contradicts the verdict.
Winnability checked_verdict(const Position& position, Color winner,
                            const WinnabilityLimits& limits = {});

// Returns "WB", "W-", "-B" or "--", with '?' for an undetermined side.
std::string label_of(const Position& position);

}  // namespace arbiter::testing
