// Reports in SARIF 2.1.0 and as workflow commands. SARIF is written as a stream: one run, its rules
// first, then a result for each finding. GitHub Actions displays workflow commands next to the
// lines that they name.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "lib/base/text.h"
#include "lib/base/version.h"
#include "lib/export/neutral_text.h"
#include "tools/cli/output/baseline.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

std::string text_object(std::string_view text) {
  JsonLine object;
  return std::string(object.add("text", text).object());
}

std::string_view level_of(Severity severity) { return to_string(severity); }

std::string rule_object(const CatalogueEntry& entry) {
  JsonLine level;
  level.add("level", level_of(entry.severity));
  if (entry.severity == Severity::Style) level.add("enabled", false);
  JsonLine properties;
  properties.add_written("tags", fmt::format("[\"{}\"]", to_string(entry.group)));
  if (!entry.reference.empty()) properties.add("article", entry.reference);
  JsonLine rule;
  rule.add("id", entry.id).add_written("shortDescription", text_object(entry.meaning));
  if (const std::string_view explanation = trim(entry.explanation); !explanation.empty()) {
    rule.add_written("fullDescription", text_object(explanation));
  }
  rule.add_written("defaultConfiguration", level.object());
  rule.add_written("properties", properties.object());
  return std::string(rule.object());
}

// Returns a location object. If `region` is empty, the location is the whole file.
std::string location_object(std::string_view file, std::string_view region = {}) {
  JsonLine artifact;
  artifact.add("uri", uri_of(file));
  JsonLine physical;
  physical.add_written("artifactLocation", artifact.object());
  if (!region.empty()) physical.add_written("region", region);
  JsonLine location;
  location.add_written("physicalLocation", physical.object());
  return std::string(location.object());
}

std::string region_object(const Finding& finding) {
  const LocatedDiagnostic& located = finding.located;
  JsonLine region;
  region.add("startLine", located.line).add("startColumn", located.column);
  region.add("endColumn", located.column + located.marker_length);
  region.add("byteOffset", finding.diagnostic().offset);
  region.add("byteLength", finding.diagnostic().length);
  return std::string(region.object());
}

// Returns whether the text is a move without a suffix such as "!" or "+-".
bool is_plain_move(std::string_view text) {
  if (text.ends_with('+') || text.ends_with('#')) text.remove_suffix(1);
  return std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c) || c == '='; });
}

// Returns the correction of the marked text if it is certain: the SAN of a move that is understood.
std::optional<std::string_view> correction_of(const Finding& finding) {
  constexpr std::string_view kVerb = "write ";
  const Diagnostic& diagnostic = finding.diagnostic();
  const bool is_of_move = finding.entry().group == Group::Spelling &&
                          is_plain_move(diagnostic.san) &&
                          diagnostic.length == diagnostic.san.size();
  if (!is_of_move || !diagnostic.help.starts_with(kVerb)) return std::nullopt;
  return std::string_view(diagnostic.help).substr(kVerb.size());
}

std::string fixes_array(const Finding& finding, std::string_view correction) {
  JsonLine artifact;
  artifact.add("uri", uri_of(finding.file));
  JsonLine replacement;
  replacement.add_written("deletedRegion", region_object(finding));
  replacement.add_written("insertedContent", text_object(correction));
  JsonLine change;
  change.add_written("artifactLocation", artifact.object());
  change.add_written("replacements", fmt::format("[{}]", replacement.object()));
  JsonLine fix;
  fix.add_written("description", text_object(finding.diagnostic().help));
  fix.add_written("artifactChanges", fmt::format("[{}]", change.object()));
  return fmt::format("[{}]", fix.object());
}

std::string properties_object(const Diagnostic& diagnostic) {
  JsonLine properties;
  if (diagnostic.game != 0) properties.add("game", diagnostic.game);
  if (diagnostic.ply) properties.add("ply", *diagnostic.ply);
  if (!diagnostic.san.empty()) properties.add("san", diagnostic.san);
  if (!diagnostic.fen.empty()) properties.add("fen", diagnostic.fen);
  if (!diagnostic.help.empty()) properties.add("help", diagnostic.help);
  return std::string(properties.object());
}

// Returns a hash that does not change if the game moves within its file, or to another file.
std::uint64_t hash_of(const Finding& finding) {
  const auto& [id, hash] = Baseline::key_of(finding.located);
  const std::string text = fmt::format("{} {:016x} {}", id, hash, label_text(finding.game()));
  return XXH3_64bits(text.data(), text.size());
}

class SarifReport final : public Report {
 public:
  using Report::Report;

  void begin() override {
    console().print(
        "{{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
        "\"runs\":[{{\"tool\":{{\"driver\":{{\"name\":\"Arbiter\",\"version\":\"{0}\","
        "\"semanticVersion\":\"{0}\",\"rules\":[",
        kVersion);
    for (const CatalogueEntry& entry : catalogue()) {
      console().print("{}\n{}", index_of(entry.code) == 0 ? "" : ",", rule_object(entry));
    }
    console().print("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
  }

  void write(const Finding& finding) override {
    const Diagnostic& diagnostic = finding.diagnostic();
    line_.add("ruleId", finding.entry().id).add("ruleIndex", index_of(diagnostic.code));
    line_.add("level", level_of(finding.severity));
    line_.add_written("message", text_object(diagnostic.message));
    line_.add_written("locations",
                      fmt::format("[{}]", location_object(finding.file, region_object(finding))));
    if (const auto correction = correction_of(finding)) {
      line_.add_written("fixes", fixes_array(finding, *correction));
    }
    // Equal findings are numbered.
    const std::uint64_t hash = hash_of(finding);
    JsonLine fingerprints;
    fingerprints.add("arbiterFinding/v1", fmt::format("{:016x}:{}", hash, ++occurrences_[hash]));
    line_.add_written("partialFingerprints", fingerprints.object());
    line_.add_written("properties", properties_object(diagnostic));
    console().print("{}\n{}", is_first_ ? "" : ",", line_.object());
    is_first_ = false;
  }

  void write(std::string_view, const GameSummary&) override {}

  void write_failure(std::string_view file, std::string_view why) override {
    JsonLine notification;
    notification.add("level", "error").add_written("message", text_object(why));
    notification.add_written("locations", fmt::format("[{}]", location_object(file)));
    notifications_ += notifications_.empty() ? "" : ",";
    notifications_ += notification.object();
  }

  void end(const RunEnd& run) override {
    console().print("],\n\"invocations\":[{{\"executionSuccessful\":{}{}{}{}}}]}}]}}\n",
                    run.tally.failures() == 0,
                    notifications_.empty() ? "" : ",\"toolExecutionNotifications\":[",
                    notifications_, notifications_.empty() ? "" : "]");
  }

 private:
  JsonLine line_;
  std::unordered_map<std::uint64_t, std::uint32_t> occurrences_;  // number of findings by hash_of()
  std::string notifications_;  // notifications about files that could not be read
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<Report> make_sarif_report(Console& console) {
  return std::make_unique<SarifReport>(console);
}

namespace {

enum class Place { Message, Property };

bool is_escaped(char c, Place place) {
  return c == '%' || c == '\r' || c == '\n' || (place == Place::Property && (c == ':' || c == ','));
}

// Escapes characters that would terminate a message or property.
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
    const std::string message = message_with_help(finding.diagnostic(), "\n");
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

std::string message_with_help(const Diagnostic& found, std::string_view separator) {
  std::string message = found.message;
  if (!reference_of(found).empty()) message += fmt::format(" ({})", reference_of(found));
  if (!found.help.empty()) message.append(separator).append("help: ") += found.help;
  return message;
}

std::unique_ptr<Report> make_github_report(Console& console) {
  return std::make_unique<GitHubReport>(console);
}

namespace {

// Returns text for an attribute of XML.
std::string xml_text(std::string_view text) {
  std::string converted;
  return escaped_markup(as_utf8(text, converted));
}

// A test case that fails for each finding; one that passes if there are none.
class JUnitReport final : public Report {
 public:
  JUnitReport(ReportContent content, Console& console) : Report(console), content_(content) {}

  void write(const Finding& finding) override {
    const LocatedDiagnostic& located = finding.located;
    const bool fails = content_.failing && finding.severity >= *content_.failing;
    const std::string_view type = to_string(finding.severity);
    const std::string text = xml_text(message_with_help(finding.diagnostic(), "; "));
    add(fmt::format("{}:{}:{}", finding.file, located.line, located.column), finding.entry().id,
        fails ? fmt::format("<failure type=\"{}\" message=\"{}\"/>", type, text)
              : fmt::format("<system-out>{}: {}</system-out>", type, text));
    failures_ += fails ? 1 : 0;
  }
  void write(std::string_view, const GameSummary&) override {}
  void write_failure(std::string_view file, std::string_view why) override {
    add(file, "unread", fmt::format("<error message=\"{}\"/>", xml_text(why)));
    ++errors_;
  }
  void end(const RunEnd& run) override {
    if (tests_ == 0) add(counted(run.tally.games(), "game"), "validate", "");
    console().print(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"arbiter\" "
        "tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}</testsuite>\n</testsuites>\n",
        tests_, failures_, errors_, cases_);
  }

 private:
  void add(std::string_view name, std::string_view kind, std::string_view result) {
    cases_ += fmt::format("<testcase name=\"{}\" classname=\"{}\">{}</testcase>\n", xml_text(name),
                          kind, result);
    ++tests_;
  }

  ReportContent content_;
  std::string cases_;
  std::uint64_t tests_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t errors_ = 0;
};

// GitLab's Code Quality report, a subset of Code Climate's.
class GitLabReport final : public Report {
 public:
  using Report::Report;

  void begin() override { console().print("["); }
  void write(const Finding& finding) override {
    const std::uint64_t hash = hash_of(finding);
    JsonLine lines;
    lines.add("begin", finding.located.line);
    JsonLine location;
    location.add("path", finding.file).add_written("lines", lines.object());
    JsonLine line;
    line.add("description", message_with_help(finding.diagnostic(), "; "))
        .add("check_name", finding.entry().id);
    line.add("fingerprint", fmt::format("{:016x}{:08x}", hash, occurrences_[hash]++));
    line.add("severity", finding.severity == Severity::Note      ? "info"
                         : finding.severity == Severity::Warning ? "minor"
                                                                 : "major");
    line.add_written("location", location.object());
    console().print("{}\n{}", is_first_ ? "" : ",", line.object());
    is_first_ = false;
  }
  void write(std::string_view, const GameSummary&) override {}
  void end(const RunEnd&) override { console().print("\n]\n"); }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> occurrences_;  // by hash_of()
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<Report> make_junit_report(ReportContent content, Console& console) {
  return std::make_unique<JUnitReport>(content, console);
}

std::unique_ptr<Report> make_gitlab_report(Console& console) {
  return std::make_unique<GitLabReport>(console);
}

}  // namespace arbiter
