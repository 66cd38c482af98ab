// What a run found, in one line or in a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/cli/report.h"

namespace arbiter {

// "1 file, 14 games, 812 plies: 2 errors, 3 warnings; 9 notes not shown
// (--notes shows them); 3 ms, 1.2 million plies/s".
std::string summary_line(const RunEnd& run);

struct TableRow {
  const CatalogueEntry* entry;
  Severity severity;  // as the user has chosen it
  std::uint64_t count;
};

// The length of the longest id, for columns.
std::size_t id_width();

// Every diagnostic that was found, the worst and then the most frequent first.
std::vector<TableRow> table_of(const Tally& tally);

}  // namespace arbiter
