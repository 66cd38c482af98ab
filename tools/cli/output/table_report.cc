// A validation as a table, in CSV or Markdown: a row for each finding, game or diagnostic.
#include "tools/cli/output/report.h"
#include "tools/cli/output/report_tables.h"

namespace arbiter {
namespace {

class TableReport final : public Report {
 public:
  TableReport(AnswerFormat format, ReportContent content, Console& console)
      : Report(console), format_(format), content_(content), tables_(format, content, console) {}

  void begin() override {
    if (content_.findings) findings_.emplace(format_, finding_design(), console());
    tables_.begin();
  }

  void write(const Finding& finding) override { findings_->add(finding); }
  void write(std::string_view file, const GameSummary& game) override { tables_.add(file, game); }
  void end(const RunEnd& run) override { tables_.end(run); }

 private:
  AnswerFormat format_;
  ReportContent content_;
  std::optional<Records<Finding>> findings_;
  ReportTables tables_;
};

}  // namespace

std::unique_ptr<Report> make_table_report(AnswerFormat format, ReportContent content,
                                          Console& console) {
  return std::make_unique<TableReport>(format, content, console);
}

}  // namespace arbiter
