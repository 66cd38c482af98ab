// Comma-separated values by RFC 4180: a header, then a row for each finding or game.
#include "tools/cli/output/csv_row.h"
#include "tools/cli/output/game_text.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/summary.h"

namespace arbiter::cli::output {
namespace {

class CsvReport final : public Report {
 public:
  CsvReport(ReportContent content, Console& console) : Report(console), content_(content) {}

  void begin() override { console().print("{}\r\n", header()); }

  void write(const Finding& finding) override {
    const Diagnostic& diagnostic = finding.diagnostic();
    row_.add(finding.file).add(finding.located.line).add(finding.located.column);
    row_.add(diagnostic.offset).add(diagnostic.length);
    row_.add(diagnostic.game == 0 ? std::nullopt : std::optional(diagnostic.game));
    row_.add(diagnostic.ply).add(finding.entry().id).add(word_of(finding.severity));
    row_.add(finding.entry().reference).add(diagnostic.message).add(diagnostic.help);
    row_.add(diagnostic.san).add(diagnostic.fen);
    console().print(row_.finish());
  }

  void write(std::string_view file, const GameSummary& game) override {
    const auto& end = game.end;
    const auto& claim = game.first_claim;
    row_.add(file).add(game.number);
    row_.add(game.white.empty() ? "" : shown_name(game.white));
    row_.add(game.black.empty() ? "" : shown_name(game.black));
    row_.add(game.outcome ? to_string(*game.outcome) : "").add(game.plies);
    row_.add(game.is_checked && game.is_complete ? "yes" : "no");
    row_.add(end ? name_of(end->reason) : "").add(end ? article_of(end->reason) : "");
    row_.add(end ? std::optional(end->ply) : std::nullopt);
    row_.add(claim ? name_of(claim->claim) : "");
    row_.add(claim ? std::optional(claim->ply) : std::nullopt);
    row_.add(game.stop ? entry_of(game.stop->code).id : "");
    row_.add(game.stop ? std::optional(game.stop->ply) : std::nullopt);
    console().print(row_.finish());
  }

  void end(const RunEnd& run) override {
    if (!content_.table) return;
    for (const TableRow& line : table_of(run.tally)) {
      row_.add(line.entry->id).add(word_of(line.severity)).add(line.count);
      row_.add(line.entry->reference).add(line.entry->meaning);
      console().print(row_.finish());
    }
  }

 private:
  std::string_view header() const {
    if (content_.table) return "id,severity,count,article,meaning";
    if (content_.games) {
      return "file,game,white,black,result,plies,complete,end,article,end_ply,claim,claim_ply,"
             "stop,stop_ply";
    }
    return "file,line,column,offset,length,game,ply,id,severity,article,message,help,san,fen";
  }

  ReportContent content_;
  CsvRow row_;
};

}  // namespace

std::unique_ptr<Report> make_csv_report(ReportContent content, Console& console) {
  return std::make_unique<CsvReport>(content, console);
}

}  // namespace arbiter::cli::output
