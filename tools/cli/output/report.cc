#include "tools/cli/output/report.h"

namespace arbiter {

std::unique_ptr<Report> make_report(AnswerFormat format, ReportContent content, Console& console) {
  switch (format) {
    case AnswerFormat::Json:
      return make_json_report(console);
    case AnswerFormat::Csv:
    case AnswerFormat::Markdown:
      return make_table_report(format, content, console);
    case AnswerFormat::Sarif:
      return make_sarif_report(console);
    case AnswerFormat::GitHub:
      return make_github_report(console);
    default:
      return make_text_report(content, console);
  }
}

}  // namespace arbiter
