// Workflow commands, which GitHub Actions shows next to the lines they name.
#include "lib/export/neutral_text.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {
namespace {

enum class Place { Message, Property };

bool is_escaped(char c, Place place) {
  return c == '%' || c == '\r' || c == '\n' || (place == Place::Property && (c == ':' || c == ','));
}

// Escapes what would end the message or, in a property, the property.
std::string escaped(std::string_view text, Place place) {
  std::string escaped;
  std::string converted;
  text = as_utf8(text, converted);
  while (!text.empty()) {
    std::size_t size = 0;
    while (size < text.size() && !is_escaped(text[size], place)) ++size;
    escaped += neutral(text.substr(0, size));
    text.remove_prefix(size);
    if (text.empty()) break;
    escaped += fmt::format("%{:02X}", static_cast<unsigned>(text[0]));
    text.remove_prefix(1);
  }
  return escaped;
}

class GitHubReport final : public Report {
 public:
  using Report::Report;

  void write(const Finding& finding) override {
    const LocatedDiagnostic& located = finding.located;
    const std::string_view reference = finding.reference();
    std::string message = finding.diagnostic().message;
    if (!reference.empty()) message += fmt::format(" ({})", reference);
    if (!finding.diagnostic().help.empty()) message += "\nhelp: " + finding.diagnostic().help;
    const std::string_view level =
        finding.severity == Severity::Note ? "notice" : to_string(finding.severity);
    console().write_data(fmt::format(
        "::{} file={},line={},endLine={},col={},endColumn={},title={}::{}\n", level,
        escaped(finding.file, Place::Property), located.line, located.line, located.column,
        located.column + located.marker_length, escaped(finding.entry().id, Place::Property),
        escaped(message, Place::Message)));
  }

  void write(std::string_view, const GameSummary&) override {}
};

}  // namespace

std::unique_ptr<Report> make_github_report(Console& console) {
  return std::make_unique<GitHubReport>(console);
}

}  // namespace arbiter
