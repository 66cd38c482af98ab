// How often each diagnostic was found.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/console.h"
#include "tools/cli/palette.h"

namespace arbiter {

using FindingCounts = std::array<std::uint64_t, kDiagnosticCount>;

// A line for each that was found, the worst and then the most frequent first: how often,
// severity, id and meaning.
void print_findings(const FindingCounts& counts, const Palette& palette, Console& console);

}  // namespace arbiter
