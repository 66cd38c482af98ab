// The output formats of a validation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/quantities.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/tally.h"

namespace arbiter {

// Returns a reference such as "Laws 3.9.2" or "PGN 8.2.3.4", or an empty text.
inline std::string_view reference_of(const Diagnostic& found) {
  return found.own_reference.empty() ? entry_of(found.code).reference : found.own_reference;
}

// Returns the message with its reference and its help, which follows `separator`.
std::string message_with_help(const Diagnostic& found, std::string_view separator);

// A finding with all data to write about it. Views are valid during the call.
struct Finding {
  std::string_view file;
  Severity severity;  // as selected by the user
  const LocatedDiagnostic& located;

  const Diagnostic& diagnostic() const { return located.diagnostic; }
  // Returns the tags that identify the game; empty if it has none of them.
  const GameLabel& game() const {
    static const GameLabel none;
    return located.game ? *located.game : none;
  }
  const CatalogueEntry& entry() const { return entry_of(located.diagnostic.code); }
  std::string_view reference() const { return reference_of(diagnostic()); }
};

struct RunEnd {
  const Tally& tally;
  // Number of findings omitted because of --max-findings or the limits of a file.
  std::uint64_t withheld = 0;
  Duration time{};
  std::optional<std::uint64_t> known = {};
  // Number of games that were checked separately although they share an Event tag.
  std::uint64_t separate = 0;
};

// A receiver of the events of a run, in this order: begin, findings, games and failures, end.
class Report {
 public:
  explicit Report(Console& console) : console_(console) {}
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  virtual ~Report() = default;

  virtual void begin() {}
  virtual void write(const Finding& finding) = 0;
  virtual void write(std::string_view file, const GameSummary& game) = 0;
  // Reports a file that could not be read completely, in machine-readable formats.
  virtual void write_failure(std::string_view, std::string_view) {}
  virtual void end(const RunEnd&) {}

 protected:
  Console& console() { return console_; }

 private:
  Console& console_;
};

// The contents of a report. CSV contains only one of the three; SARIF and the formats after it
// contain only findings.
struct ReportContent {
  bool findings = true;
  bool games = false;
  bool table = false;   // adds the number of findings of each diagnostic at the end
  bool boards = false;  // in text, adds a board to each finding that has a position
  // The lowest severity that fails a JUnit test, if any.
  std::optional<Severity> failing = Severity::Error;
};

inline constexpr AnswerFormat kReportFormats[] = {
    AnswerFormat::Text,  AnswerFormat::Json,   AnswerFormat::Csv,   AnswerFormat::Markdown,
    AnswerFormat::Sarif, AnswerFormat::GitHub, AnswerFormat::JUnit, AnswerFormat::GitLab};

// Returns a report. Precondition: the format is one of kReportFormats.
std::unique_ptr<Report> make_report(AnswerFormat format, ReportContent content, Console& console);

std::unique_ptr<Report> make_text_report(ReportContent content, Console& console);
std::unique_ptr<Report> make_sarif_report(Console& console);
std::unique_ptr<Report> make_github_report(Console& console);
std::unique_ptr<Report> make_junit_report(ReportContent content, Console& console);
std::unique_ptr<Report> make_gitlab_report(Console& console);

struct GameOfFile {
  std::string_view file;
  const GameSummary& game;
};

// Returns a label such as "Castell, Mira - Dorn, Jakob, round 1.2"; empty if neither players nor
// round are known.
std::string label_text(const GameLabel& game);

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
  std::optional<RecordTable<GameOfFile>> games_;
};

// Returns a line such as "1 file, 14 games, 812 plies: 2 errors, 3 warnings; 9 notes not shown
// (--notes shows them); 3 ms, 1.2 million plies/s".
std::string summary_line(const RunEnd& run);

// Returns every diagnostic that was found, sorted by severity and then by frequency, both
// descending.
std::vector<DiagnosticCount> counts_of(const Tally& tally);

}  // namespace arbiter
