// The totals of a run over many files.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/selection.h"
#include "lib/validate/file_validation.h"

namespace arbiter {

class Tally {
 public:
  explicit Tally(const Selection& selection) : selection_(selection) {}

  void add_file(const FileTotals& totals);

  // Adds findings about an input as a whole, which no FileTotals contains.
  void add_finding(DiagnosticCode code, std::uint64_t times = 1);

  // Counts an input that could not be read completely.
  void add_failure() { ++failures_; }

  std::uint64_t files() const { return files_; }
  std::uint64_t failures() const { return failures_; }
  std::uint64_t games() const { return games_; }
  // Returns the number of games whose main lines were not fully replayed.
  std::uint64_t unreplayed() const { return unreplayed_; }
  std::uint64_t plies() const { return plies_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t lines() const { return lines_; }

  // Returns the number of findings; 0 if the diagnostic is off. Codes reported once per file count
  // once per file.
  std::uint64_t findings_of(DiagnosticCode code) const { return findings_[index_of(code)]; }
  // Returns the number of findings, counting all occurrences of codes reported once per file.
  std::uint64_t occurrences_of(DiagnosticCode code) const { return occurrences_[index_of(code)]; }

  // Returns the number of findings with this severity, as selected by the user (Fatal counts as
  // Error).
  std::uint64_t findings(Severity severity) const;
  // Returns the number of findings that are on but not shown.
  std::uint64_t hidden_findings() const;

  // Returns whether the severity of any finding is at least `least`.
  bool reaches(Severity least) const;

  const Selection& selection() const { return selection_; }

 private:
  template <class Predicate>
  std::uint64_t sum_where(Predicate holds) const;

  using Counts = std::array<std::uint64_t, kDiagnosticCount>;

  const Selection& selection_;
  std::uint64_t files_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t unreplayed_ = 0;
  std::uint64_t plies_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t lines_ = 0;
  Counts findings_{};
  Counts occurrences_{};
};

struct DiagnosticCount {
  const CatalogueEntry* entry;
  Severity severity;  // as selected by the user
  std::uint64_t count;
  std::uint64_t occurrences;
};

}  // namespace arbiter
