// Who receives findings.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "lib/diagnostics/diagnostic.h"

namespace arbiter::diagnostics {

// Counts every finding and receives those that are wanted. Writing a message
// costs far more than finding the fault, so callers ask first:
//   if (sink.wants(code)) sink.report({...}); else sink.count(code);
// Of a code that is reported once per file only the first finding is wanted
// until `start_file` is called.
class DiagnosticSink {
 public:
  virtual ~DiagnosticSink() = default;
  DiagnosticSink(const DiagnosticSink&) = delete;
  DiagnosticSink& operator=(const DiagnosticSink&) = delete;

  bool wants(DiagnosticCode code) const { return wanted_now_[index_of(code)]; }

  // Counts findings that are not wanted.
  void count(DiagnosticCode code, std::uint64_t times = 1) { counts_[index_of(code)] += times; }

  // Counts a finding and passes it on if it is wanted.
  void report(Diagnostic diagnostic);

  // The next findings are in another file.
  void start_file() { wanted_now_ = wanted_; }

  // Findings so far, reported or not.
  std::uint64_t count_of(DiagnosticCode code) const { return counts_[index_of(code)]; }

 protected:
  explicit DiagnosticSink(const CodeSet& wanted) : wanted_(wanted), wanted_now_(wanted) {}

 private:
  virtual void receive(Diagnostic diagnostic) = 0;

  CodeSet wanted_;
  CodeSet wanted_now_;
  std::array<std::uint64_t, kDiagnosticCount> counts_{};
};

// Every code.
inline CodeSet all_codes() { return CodeSet().set(); }

// Keeps what it receives.
class CollectingSink final : public DiagnosticSink {
 public:
  explicit CollectingSink(const CodeSet& wanted = all_codes()) : DiagnosticSink(wanted) {}

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // Hands over what was collected and begins anew; the counts go on.
  std::vector<Diagnostic> take() { return std::exchange(diagnostics_, {}); }

 private:
  void receive(Diagnostic diagnostic) override { diagnostics_.push_back(std::move(diagnostic)); }

  std::vector<Diagnostic> diagnostics_;
};

}  // namespace arbiter::diagnostics
