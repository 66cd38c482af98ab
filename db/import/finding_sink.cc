#include "db/import/finding_sink.h"

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

bool is_only_counted(DiagnosticCode code) {
  const Group group = entry_of(code).group;
  return group == Group::Lexical || group == Group::Tags;
}

CodeSet wanted_findings() {
  CodeSet wanted = kept_findings();
  for (const CatalogueEntry& entry : catalogue()) {
    if (is_only_counted(entry.code)) wanted.reset(index_of(entry.code));
  }
  return wanted;
}

// Returns the priority of a finding for worst().
auto weight_of(const Diagnostic& diagnostic) {
  return std::tuple(entry_of(diagnostic.code).severity, diagnostic.ply.has_value());
}

}  // namespace

CodeSet kept_findings() {
  CodeSet kept;
  for (const CatalogueEntry& entry : catalogue()) {
    kept[index_of(entry.code)] = entry.severity != Severity::Style &&
                                 entry.group != Group::Tournament && !is_about_lines(entry.code);
  }
  return kept;
}

FindingSink::FindingSink() : DiagnosticSink(wanted_findings()) {
  const CodeSet kept = kept_findings();
  for (const CatalogueEntry& entry : catalogue()) {
    const bool is_kept = kept[index_of(entry.code)];
    if (is_kept && is_only_counted(entry.code)) counters_.push_back({entry.code, 0});
  }
}

void FindingSink::start_game() {
  start_file();
  findings_.clear();
  worst_.reset();
  for (Counter& counter : counters_) counter.before = count_of(counter.code);
  DiagnosticSink::start_game();
}

std::span<const DraftFinding> FindingSink::findings() {
  finish_game();
  for (const Counter& counter : counters_) {
    if (count_of(counter.code) > counter.before) findings_.push_back({counter.code, 0});
  }
  if (findings_.size() < 2) return findings_;
  std::ranges::sort(findings_, {}, [](const DraftFinding& finding) {
    return std::tuple(finding.ply, finding.code);
  });
  const auto repeated = std::ranges::unique(findings_);
  findings_.erase(repeated.begin(), repeated.end());
  return findings_;
}

std::optional<Diagnostic> FindingSink::worst() const {
  if (worst_) return worst_;
  std::optional<Diagnostic> worst;
  for (const Counter& counter : counters_) {
    const CatalogueEntry& entry = entry_of(counter.code);
    const bool is_worse = !worst || entry.severity > entry_of(worst->code).severity;
    if (count_of(counter.code) == counter.before || !is_worse) continue;
    worst = Diagnostic{.code = counter.code};
    worst->message = entry.meaning;
  }
  return worst;
}

void FindingSink::receive(Diagnostic diagnostic) {
  findings_.push_back({diagnostic.code, diagnostic.ply.value_or(0)});
  if (entry_of(diagnostic.code).severity < Severity::Error) return;
  if (!worst_ || weight_of(diagnostic) > weight_of(*worst_)) worst_ = std::move(diagnostic);
}

}  // namespace arbiter
