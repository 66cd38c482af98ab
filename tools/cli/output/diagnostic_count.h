// How often each diagnostic was found.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::output {

struct DiagnosticCount {
  const CatalogueEntry* entry;
  Severity severity;  // as the user has chosen it
  std::uint64_t count;
};

// The worst first, and of these the most frequent.
void order_counts(std::vector<DiagnosticCount>& counts);

}  // namespace arbiter::cli::output
