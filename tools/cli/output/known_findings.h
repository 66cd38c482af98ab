// What a run does with the findings of a baseline: each is passed over and counted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "lib/validate/file_validation.h"
#include "tools/cli/output/baseline.h"

namespace arbiter {

class KnownFindings {
 public:
  // No finding is known.
  KnownFindings() = default;
  // Those of the baseline are.
  explicit KnownFindings(Baseline baseline) : baseline_(std::move(baseline)) {}
  // All findings are, and `written`, which outlives this, takes them down.
  explicit KnownFindings(Baseline* written) : written_(written) {}

  // Whether take() can be true: then every finding that is on has to be offered, shown or not.
  bool has_any() const { return baseline_ || written_ != nullptr; }

  void begin_file() { in_file_ = {}; }
  // Whether the finding is known. Each time that the baseline has it answers once.
  bool take(const LocatedDiagnostic& finding);
  // Takes those of the file out of its counts. What is counted once a file goes with the first.
  void subtract_from(FileTotals& totals) const;

  // How many a baseline has answered for; nothing without one.
  std::optional<std::uint64_t> count() const;

 private:
  std::optional<Baseline> baseline_;
  Baseline* written_ = nullptr;
  std::array<std::uint64_t, kDiagnosticCount> in_file_ = {};
  std::uint64_t count_ = 0;
};

}  // namespace arbiter
