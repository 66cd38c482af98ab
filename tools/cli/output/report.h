// The forms in which a validation is written to standard output.
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

// A finding with all that is written about it. Views live during the call.
struct Finding {
  std::string_view file;
  Severity severity;  // as selected by the user
  const LocatedDiagnostic& located;

  const Diagnostic& diagnostic() const { return located.diagnostic; }
  // The tags that name the game; empty if it has none of them.
  const GameLabel& game() const {
    static const GameLabel none;
    return located.game ? *located.game : none;
  }
  const CatalogueEntry& entry() const { return entry_of(located.diagnostic.code); }
  // "Laws 3.9.2", "PGN 8.2.3.4", or empty.
  std::string_view reference() const {
    const std::string_view own = diagnostic().own_reference;
    return own.empty() ? entry().reference : own;
  }
};

struct RunEnd {
  const Tally& tally;
  std::uint64_t withheld = 0;  // findings omitted because of --max-findings or the limits of a file
  Duration time{};
  std::optional<std::uint64_t> known = {};  // findings of a baseline, which are not reported
  std::uint64_t separate = 0;               // checked alone although they share an Event tag
};

// Receives a run in its order: begin, findings, games and failures, end.
class Report {
 public:
  explicit Report(Console& console) : console_(console) {}
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  virtual ~Report() = default;

  virtual void begin() {}
  virtual void write(const Finding& finding) = 0;
  virtual void write(std::string_view file, const GameSummary& game) = 0;
  // Reports a file that could not be read, or not to its end, in formats for programs.
  virtual void write_failure(std::string_view, std::string_view) {}
  virtual void end(const RunEnd&) {}

 protected:
  Console& console() { return console_; }

 private:
  Console& console_;
};

// The contents of a report. CSV holds one of the three; SARIF and GitHub commands hold findings
// only.
struct ReportContent {
  bool findings = true;
  bool games = false;
  bool table = false;   // at the end, the number of findings of each diagnostic
  bool boards = false;  // in text, at each finding that has a position
};

inline constexpr AnswerFormat kReportFormats[] = {AnswerFormat::Text,  AnswerFormat::Json,
                                                  AnswerFormat::Csv,   AnswerFormat::Markdown,
                                                  AnswerFormat::Sarif, AnswerFormat::GitHub};

// Precondition: the format is one of these.
std::unique_ptr<Report> make_report(AnswerFormat format, ReportContent content, Console& console);

std::unique_ptr<Report> make_text_report(ReportContent content, Console& console);
std::unique_ptr<Report> make_sarif_report(Console& console);
std::unique_ptr<Report> make_github_report(Console& console);

struct GameOfFile {
  std::string_view file;
  const GameSummary& game;
};

// Returns "Castell, Mira - Dorn, Jakob, round 1.2"; empty if nothing is known.
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

// "1 file, 14 games, 812 plies: 2 errors, 3 warnings; 9 notes not shown
// (--notes shows them); 3 ms, 1.2 million plies/s".
std::string summary_line(const RunEnd& run);

// Every diagnostic that was found, the worst and then the most frequent first.
std::vector<DiagnosticCount> counts_of(const Tally& tally);

}  // namespace arbiter
