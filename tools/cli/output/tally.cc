#include "tools/cli/output/tally.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace arbiter {

void Tally::add_file(const FileTotals& totals) {
  ++files_;
  games_ += totals.games;
  unreplayed_ += totals.unreplayed;
  plies_ += totals.plies;
  bytes_ += totals.bytes;
  lines_ += totals.lines;
  for (const CatalogueEntry& entry : catalogue()) {
    if (!selection_.is_on(entry.code)) continue;
    const std::uint64_t count = totals.counts[index_of(entry.code)];
    occurrences_[index_of(entry.code)] += count;
    findings_[index_of(entry.code)] +=
        entry.once_per_file ? std::min<std::uint64_t>(count, 1) : count;
  }
}

void Tally::add_finding(DiagnosticCode code, std::uint64_t times) {
  if (!selection_.is_on(code)) return;
  findings_[index_of(code)] += times;
  occurrences_[index_of(code)] += times;
}

template <class Predicate>
std::uint64_t Tally::sum_where(Predicate holds) const {
  std::uint64_t sum = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    if (holds(entry.code)) sum += findings_[index_of(entry.code)];
  }
  return sum;
}

std::uint64_t Tally::findings(Severity severity) const {
  return sum_where([&](DiagnosticCode code) {
    return std::min(selection_.severity_of(code), Severity::Error) == severity;
  });
}

std::uint64_t Tally::hidden_findings() const {
  return sum_where([&](DiagnosticCode code) { return !selection_.is_shown(code); });
}

bool Tally::reaches(Severity least) const {
  return sum_where([&](DiagnosticCode code) { return selection_.severity_of(code) >= least; }) > 0;
}

}  // namespace arbiter
