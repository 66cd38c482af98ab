#include "tools/cli/output/report_tables.h"

#include "tools/cli/output/summary.h"

namespace arbiter {

void ReportTables::begin() {
  if (content_.games) games_.emplace(format_, game_design(), console_);
}

void ReportTables::end(const RunEnd& run) {
  if (games_) games_->finish();
  if (!content_.table) return;
  if (games_) console_.print("\n");
  print_counts(counts_of(run.tally), format_, console_);
}

void print_counts(std::span<const DiagnosticCount> counts, AnswerFormat format, Console& console) {
  Records<DiagnosticCount> records(format, count_design(), console);
  for (const DiagnosticCount& count : counts) records.add(count);
  records.finish();
}

}  // namespace arbiter
