#include "tools/cli/output/diagnostic_count.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace arbiter {

void order_counts(std::vector<DiagnosticCount>& counts) {
  std::ranges::stable_sort(counts, std::greater<>(), [](const DiagnosticCount& count) {
    return std::pair(std::min(count.severity, Severity::Error), count.count);
  });
}

}  // namespace arbiter
