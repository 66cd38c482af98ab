// How often each diagnostic was found, as rows of a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/palette.h"

namespace arbiter::cli::output {

struct TableRow {
  const CatalogueEntry* entry;
  Severity severity;  // as the user has chosen it
  std::uint64_t count;
};

// The length of the longest id, for columns.
std::size_t id_width();

// The worst first, and of these the most frequent.
void order_rows(std::vector<TableRow>& rows);

// A line for each: how often, severity, id and meaning.
void print_rows(std::span<const TableRow> rows, const Palette& palette, Console& console);

}  // namespace arbiter::cli::output
