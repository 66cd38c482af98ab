// The diagnostics of moves in loose spelling.
#pragma once

#include <string_view>

#include "lib/diagnostics/code.h"
#include "lib/notation/loose_move.h"

namespace arbiter::validate {

DiagnosticCode code_of(Looseness looseness);

// What is wrong with the spelling, as a clause.
std::string_view sentence_of(Looseness looseness);

// `all` but for one.
Loosenesses without(Loosenesses all, Looseness looseness);

}  // namespace arbiter::validate
