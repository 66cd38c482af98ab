#include "tools/cli/output/report.h"

namespace arbiter::cli::output {

std::unique_ptr<Report> make_report(ReportFormat format, ReportContent content, Console& console) {
  switch (format) {
    case ReportFormat::Text:
      break;
    case ReportFormat::Json:
      return make_json_report(console);
    case ReportFormat::Csv:
      return make_csv_report(content, console);
    case ReportFormat::Sarif:
      return make_sarif_report(console);
    case ReportFormat::GitHub:
      return make_github_report(console);
  }
  return make_text_report(content, console);
}

}  // namespace arbiter::cli::output
