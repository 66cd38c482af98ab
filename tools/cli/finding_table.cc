#include "tools/cli/finding_table.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "tools/cli/quantities.h"
#include "tools/cli/summary.h"

namespace arbiter {
namespace {

std::vector<TableRow> rows_of(const FindingCounts& counts) {
  std::vector<TableRow> rows;
  for (const CatalogueEntry& entry : catalogue()) {
    const std::uint64_t count = counts[index_of(entry.code)];
    if (count > 0) rows.push_back({&entry, entry.severity, count});
  }
  std::ranges::stable_sort(rows, std::greater<>(), [](const TableRow& row) {
    return std::pair(std::min(row.severity, Severity::Error), row.count);
  });
  return rows;
}

}  // namespace

void print_findings(const FindingCounts& counts, const Palette& palette, Console& console) {
  for (const TableRow& row : rows_of(counts)) {
    console.print("{:>10}  {}{:<7}{}  {:<{}}  {}\n", with_commas(row.count),
                  palette.of(row.severity), word_of(row.severity), palette.reset, row.entry->id,
                  id_width(), row.entry->meaning);
  }
}

}  // namespace arbiter
