// How often each diagnostic was found.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/diagnostics/catalogue.h"

namespace arbiter {

struct DiagnosticCount {
  const CatalogueEntry* entry;
  Severity severity;  // as the user has chosen it
  std::uint64_t count;
};

// The worst first, and of these the most frequent.
void order_counts(std::vector<DiagnosticCount>& counts);

}  // namespace arbiter
