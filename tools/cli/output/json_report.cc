// JSON Lines: an object for each finding and game, and one for the whole run.
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/report_records.h"

namespace arbiter {
namespace {

class JsonReport final : public Report {
 public:
  explicit JsonReport(Console& console)
      : Report(console),
        findings_(AnswerFormat::Json, finding_design(), console),
        games_(AnswerFormat::Json, game_design(), console) {}

  void write(const Finding& finding) override { findings_.add(finding); }
  void write(std::string_view file, const GameSummary& game) override { games_.add({file, game}); }

  void write_failure(std::string_view file, std::string_view why) override {
    line_.add("type", "failure").add("file", file).add("message", why);
    console().print(line_.finish());
  }

  void end(const RunEnd& run) override {
    const Tally& tally = run.tally;
    JsonLine counts;
    for (const CatalogueEntry& entry : catalogue()) {
      const std::uint64_t count = tally.findings_of(entry.code);
      if (count > 0) counts.add(entry.id, count);
    }
    line_.add("type", "summary").add("files", tally.files()).add("failed", tally.failures());
    line_.add("games", tally.games()).add("unreplayed", tally.unreplayed());
    line_.add("plies", tally.plies());
    line_.add("bytes", tally.bytes()).add("lines", tally.lines());
    line_.add("errors", tally.findings(Severity::Error));
    line_.add("warnings", tally.findings(Severity::Warning));
    line_.add("notes", tally.findings(Severity::Note));
    line_.add("hidden", tally.hidden_findings()).add("withheld", run.withheld);
    if (run.known) line_.add("known", *run.known);
    line_.add_written("counts", counts.object());
    line_.add_written("seconds", fmt::format("{:.6f}", run.time.count()));
    console().print(line_.finish());
  }

 private:
  Records<Finding> findings_;
  Records<GameOfFile> games_;
  JsonLine line_;
};

}  // namespace

std::unique_ptr<Report> make_json_report(Console& console) {
  return std::make_unique<JsonReport>(console);
}

}  // namespace arbiter
