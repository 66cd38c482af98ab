#include "tools/cli/output/summary.h"

#include <fmt/format.h>

namespace arbiter {
namespace {

std::string findings_text(const Tally& tally) {
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view word) {
    if (count > 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", counted(count, word));
  };
  add(tally.findings(Severity::Error), "error");
  add(tally.findings(Severity::Warning), "warning");
  add(tally.findings(Severity::Note) - tally.hidden_findings(), "note");
  return text.empty() ? "no findings" : text;
}

std::string speed_text(const Tally& tally, Duration time) {
  if (tally.plies() == 0 || time.count() <= 0) return duration_text(time);
  return fmt::format("{}, {} plies/s", duration_text(time),
                     rate_text(static_cast<double>(tally.plies()) / time.count()));
}

}  // namespace

std::string summary_line(const RunEnd& run) {
  const Tally& tally = run.tally;
  const std::string unread = fmt::format("{} could not be read", counted(tally.failures(), "file"));
  if (tally.files() == 0 && tally.failures() > 0) return unread;
  std::string line =
      fmt::format("{}, {}, {}: {}", counted(tally.files(), "file"), counted(tally.games(), "game"),
                  counted(tally.plies(), "ply", "plies"), findings_text(tally));
  if (const std::uint64_t hidden = tally.hidden_findings(); hidden > 0) {
    line += fmt::format("; {} not shown (--notes shows {})", counted(hidden, "note"),
                        hidden == 1 ? "it" : "them");
  }
  if (run.known) line += fmt::format("; {} not shown", counted(*run.known, "known finding"));
  if (run.withheld > 0) {
    line += fmt::format("; {} not shown", counted(run.withheld, "more finding"));
  }
  if (const std::uint64_t games = tally.unreplayed(); games > 0) {
    line += fmt::format("; {} not replayed to {}", counted(games, "game"),
                        games == 1 ? "its end" : "their ends");
  }
  if (tally.failures() > 0) line += fmt::format("; {} in full", unread);
  return line + fmt::format("; {}", speed_text(tally, run.time));
}

std::vector<DiagnosticCount> counts_of(const Tally& tally) {
  std::vector<DiagnosticCount> counts;
  for (const CatalogueEntry& entry : catalogue()) {
    const std::uint64_t count = tally.findings_of(entry.code);
    if (count > 0) counts.push_back({&entry, tally.selection().severity_of(entry.code), count});
  }
  order_counts(counts);
  return counts;
}

}  // namespace arbiter
