// The diagnostics of moves in loose spelling.
#pragma once

#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "lib/notation/loose_move.h"

namespace arbiter {

DiagnosticCode code_of(SpellingDeviation deviation);

// What is wrong with the spelling, as a clause.
std::string_view sentence_of(SpellingDeviation deviation);

// `all` but for one.
SpellingDeviations without(SpellingDeviations all, SpellingDeviation deviation);

}  // namespace arbiter
