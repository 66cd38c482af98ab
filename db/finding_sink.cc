#include "db/finding_sink.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "lib/diagnostics/catalogue.h"

namespace arbiter {
namespace {

bool is_about_lines(DiagnosticCode code) {
  return code == DiagnosticCode::MixedNewlines || code == DiagnosticCode::LoneCr ||
         code == DiagnosticCode::LineTooLong;
}

// How much a reader wants to hear of it first.
auto weight_of(const Diagnostic& diagnostic) {
  return std::tuple(entry_of(diagnostic.code).severity, diagnostic.ply.has_value());
}

}  // namespace

CodeSet kept_findings() {
  CodeSet kept;
  for (const CatalogueEntry& entry : catalogue()) {
    kept[index_of(entry.code)] = entry.severity != Severity::Style && !is_about_lines(entry.code);
  }
  return kept;
}

void FindingSink::start_game() {
  start_file();
  findings_.clear();
  worst_.reset();
}

std::span<const DraftFinding> FindingSink::findings() {
  if (findings_.size() < 2) return findings_;
  std::ranges::sort(findings_, {}, [](const DraftFinding& finding) {
    return std::tuple(finding.ply, finding.code);
  });
  const auto repeated = std::ranges::unique(findings_);
  findings_.erase(repeated.begin(), repeated.end());
  return findings_;
}

void FindingSink::receive(Diagnostic diagnostic) {
  findings_.push_back({diagnostic.code, diagnostic.ply.value_or(0)});
  if (entry_of(diagnostic.code).severity < Severity::Error) return;
  if (!worst_ || weight_of(diagnostic) > weight_of(*worst_)) worst_ = std::move(diagnostic);
}

}  // namespace arbiter
