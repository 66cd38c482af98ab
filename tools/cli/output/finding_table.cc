#include "tools/cli/output/finding_table.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "tools/cli/output/quantities.h"

namespace arbiter::cli::output {

std::size_t id_width() {
  std::size_t width = 0;
  for (const CatalogueEntry& entry : catalogue()) width = std::max(width, entry.id.size());
  return width;
}

void order_rows(std::vector<TableRow>& rows) {
  std::ranges::stable_sort(rows, std::greater<>(), [](const TableRow& row) {
    return std::pair(std::min(row.severity, Severity::Error), row.count);
  });
}

void print_rows(std::span<const TableRow> rows, const Palette& palette, Console& console) {
  for (const TableRow& row : rows) {
    console.print("{:>10}  {}{:<7}{}  {:<{}}  {}{}\n", with_commas(row.count),
                  palette.of(row.severity), word_of(row.severity), palette.reset, row.entry->id,
                  id_width(), row.entry->meaning,
                  row.entry->once_per_file ? " (reported once a file)" : "");
  }
}

}  // namespace arbiter::cli::output
