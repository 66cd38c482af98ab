#include "tools/cli/output/known_findings.h"

#include "lib/diagnostics/catalogue.h"

namespace arbiter {

bool KnownFindings::take(const LocatedDiagnostic& finding) {
  if (written_ != nullptr) {
    written_->add(finding);
  } else if (baseline_ && baseline_->take(finding)) {
    ++count_;
  } else {
    return false;
  }
  ++in_file_[index_of(finding.diagnostic.code)];
  return true;
}

void KnownFindings::subtract_from(FileTotals& totals) const {
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    const bool is_gone = in_file_[i] > 0 && catalogue()[i].once_per_file;
    totals.counts[i] -= is_gone ? totals.counts[i] : in_file_[i];
  }
}

std::optional<std::uint64_t> KnownFindings::count() const {
  if (!baseline_) return std::nullopt;
  return count_;
}

}  // namespace arbiter
