// JSON Lines: an object for each finding and game, and one for the whole run.
#include "tools/cli/output/game_text.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/report.h"

namespace arbiter::cli::output {
namespace {

class JsonReport final : public Report {
 public:
  using Report::Report;

  void write(const Finding& finding) override {
    const Diagnostic& diagnostic = finding.diagnostic();
    line_.add("type", "finding").add("file", finding.file);
    line_.add("line", finding.located.line).add("column", finding.located.column);
    line_.add("offset", diagnostic.offset).add("length", diagnostic.length);
    line_.add("game", diagnostic.game == 0 ? std::nullopt : std::optional(diagnostic.game));
    line_.add("ply", diagnostic.ply);
    line_.add("id", finding.entry().id).add("severity", word_of(finding.severity));
    line_.add_or_null("article", finding.entry().reference);
    line_.add("message", diagnostic.message).add_or_null("help", diagnostic.help);
    line_.add_or_null("san", diagnostic.san).add_or_null("fen", diagnostic.fen);
    console().print(line_.finish());
  }

  void write(std::string_view file, const GameSummary& game) override {
    line_.add("type", "game").add("file", file).add("game", game.number);
    line_.add_or_null("white", game.white).add_or_null("black", game.black);
    line_.add_or_null("result", game.outcome ? to_string(*game.outcome) : "");
    line_.add("plies", game.plies).add("complete", game.is_complete);
    line_.add("checked", game.is_checked);
    add_stop(game.stop);
    add_end(game.end);
    add_claim(game.first_claim);
    console().print(line_.finish());
  }

  void write_failure(std::string_view file, std::string_view why) override {
    line_.add("type", "failure").add("file", file).add("message", why);
    console().print(line_.finish());
  }

  void end(const RunEnd& run) override {
    const Tally& tally = run.tally;
    JsonLine counts;
    for (const CatalogueEntry& entry : catalogue()) {
      const std::uint64_t count = tally.occurrences(entry.code);
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
    line_.add_written("counts", counts.object());
    line_.add_written("seconds", fmt::format("{:.6f}", run.time.count()));
    console().print(line_.finish());
  }

 private:
  void add_stop(const std::optional<ReplayStop>& stop) {
    if (!stop) {
      line_.add_written("stop", "null");
      return;
    }
    JsonLine object;
    object.add("id", entry_of(stop->code).id).add("ply", stop->ply);
    line_.add_written("stop", object.object());
  }

  void add_end(const std::optional<GameEnd>& end) {
    if (!end) {
      line_.add_written("end", "null");
      return;
    }
    JsonLine object;
    object.add("reason", name_of(end->reason)).add("article", article_of(end->reason));
    object.add("result", to_string(end->outcome)).add("ply", end->ply);
    line_.add_written("end", object.object());
  }

  void add_claim(const std::optional<ClaimableDraw>& claim) {
    if (!claim) {
      line_.add_written("first_claim", "null");
      return;
    }
    JsonLine object;
    object.add("claim", name_of(claim->claim)).add("ply", claim->ply);
    line_.add_written("first_claim", object.object());
  }

  JsonLine line_;
};

}  // namespace

std::unique_ptr<Report> make_json_report(Console& console) {
  return std::make_unique<JsonReport>(console);
}

}  // namespace arbiter::cli::output
