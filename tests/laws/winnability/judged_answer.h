// Answers as labels, their lines replayed.
#pragma once

#include <string>

#include "lib/laws/winnability/winnability.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Whether `line` is legal from `position` and ends with `winner` having mated.
bool is_mating_line(const Position& position, Color winner, const std::vector<Move>& line);

// The verdict for one side, after its line was replayed; a failed check of the running
// test case where the line is none or the quick test contradicts.
Winnability checked_verdict(const Position& position, Color winner,
                            const WinnabilityLimits& limits = {});

// "WB", "W-", "-B" or "--", with '?' for what was not found out.
std::string label_of(const Position& position);

}  // namespace arbiter::testing
