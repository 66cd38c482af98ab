// What a run found, in one line or in a table.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/output/report.h"
#include "tools/cli/output/tally.h"

namespace arbiter {

// "1 file, 14 games, 812 plies: 2 errors, 3 warnings; 9 notes not shown
// (--notes shows them); 3 ms, 1.2 million plies/s".
std::string summary_line(const RunEnd& run);

// Every diagnostic that was found, the worst and then the most frequent first.
std::vector<DiagnosticCount> counts_of(const Tally& tally);

}  // namespace arbiter
