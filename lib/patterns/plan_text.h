// How a pattern is searched for, in words.
#pragma once

#include <string>
#include <vector>

#include "lib/patterns/pattern_plan.h"

namespace arbiter {

// A sentence each: what is asked first, after which moves, and which games need not be walked.
std::vector<std::string> sentences_of(const PatternPlan& plan);

// "N on f5", "[QR] on h1,h2", "any piece on 64 squares".
std::string to_string(Men men, Bitboard squares);

}  // namespace arbiter
