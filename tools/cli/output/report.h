// The output formats of a validation, and the totals of a run over many files.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"

namespace arbiter {

class Tally {
 public:
  explicit Tally(const Selection& selection) : selection_(selection) {}

  void add_file(const FileTotals& totals);

  // Adds findings about an input as a whole, which no FileTotals contains.
  void add_finding(DiagnosticCode code, std::uint64_t times = 1);

  // Counts an input that could not be read completely.
  void add_failure() { ++failures_; }

  std::uint64_t files() const { return files_; }
  std::uint64_t failures() const { return failures_; }
  std::uint64_t games() const { return games_; }
  // Returns the number of games whose main lines were not fully replayed.
  std::uint64_t unreplayed() const { return unreplayed_; }
  std::uint64_t plies() const { return plies_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t lines() const { return lines_; }

  // Returns the number of findings; 0 if the diagnostic is off. Codes reported once per file count
  // once per file.
  std::uint64_t findings_of(DiagnosticCode code) const { return findings_[index_of(code)]; }
  // Returns the number of findings, counting all occurrences of codes reported once per file.
  std::uint64_t occurrences_of(DiagnosticCode code) const { return occurrences_[index_of(code)]; }

  // Returns the number of findings with this severity, as selected by the user (Fatal counts as
  // Error).
  std::uint64_t findings(Severity severity) const;
  // Returns the number of findings that are on but not shown.
  std::uint64_t hidden_findings() const;

  // Returns whether the severity of any finding is at least `least`.
  bool reaches(Severity least) const;

  const Selection& selection() const { return selection_; }

 private:
  template <class Predicate>
  std::uint64_t sum_where(Predicate holds) const;

  using Counts = std::array<std::uint64_t, kDiagnosticCount>;

  const Selection& selection_;
  std::uint64_t files_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t unreplayed_ = 0;
  std::uint64_t plies_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t lines_ = 0;
  Counts findings_{};
  Counts occurrences_{};
};

struct DiagnosticCount {
  const CatalogueEntry* entry;
  Severity severity;  // as selected by the user
  std::uint64_t count;
  std::uint64_t occurrences;
};

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

// The contents of a report. CSV contains only findings, only games, or only the table. SARIF and
// the formats after it contain only findings.
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
