// The tables that a validation prints: its games, and how often each diagnostic was found.
#pragma once

#include <optional>

#include "tools/cli/output/report_records.h"

namespace arbiter {

class ReportTables {
 public:
  // Precondition: the format is Text, Csv or Markdown.
  ReportTables(AnswerFormat format, ReportContent content, Console& console)
      : format_(format), content_(content), console_(console) {}

  void begin();
  void add(std::string_view file, const GameSummary& game) { games_->add({file, game}); }
  void end(const RunEnd& run);

 private:
  AnswerFormat format_;
  ReportContent content_;
  Console& console_;
  std::optional<Records<GameOfFile>> games_;
};

// A table of the counts.
void print_counts(std::span<const DiagnosticCount> counts, AnswerFormat format, Console& console);

}  // namespace arbiter
