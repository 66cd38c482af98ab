// Findings as a compiler writes them.
#include <fmt/format.h>

#include <algorithm>

#include "tools/cli/output/game_text.h"
#include "tools/cli/output/palette.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/summary.h"
#include "tools/cli/output/utf8.h"

namespace arbiter::cli::output {
namespace {

class TextReport final : public Report {
 public:
  TextReport(ReportContent content, Console& console)
      : Report(console),
        content_(content),
        colors_(console.colors_output() ? kColors : kNoColors) {}

  void write(const Finding& finding) override {
    write_headline(finding);
    write_excerpt(finding);
    if (const std::string& help = finding.diagnostic().help; !help.empty()) {
      std::string converted;
      console().print("{:{}} {}={} help: {}\n", "", gutter(finding), colors_.faint, colors_.reset,
                      as_shown(help, converted));
    }
  }

  void write(std::string_view file, const GameSummary& game) override {
    const std::string claim = claim_text(game);
    std::string path;
    console().print("{}{}: game {}:{} {} - {}: {}, {}, {}{}{}\n", colors_.strong,
                    path_as_shown(file, path), game.number, colors_.reset, shown_name(game.white),
                    shown_name(game.black), game.outcome ? to_string(*game.outcome) : "no result",
                    counted(game.plies, "ply", "plies"), ending_text(game),
                    claim.empty() ? "" : "; ", claim);
  }

  void end(const RunEnd& run) override {
    if (content_.table) print_rows(table_of(run.tally), colors_, console());
  }

 private:
  void write_headline(const Finding& finding) {
    const LocatedDiagnostic& located = finding.located;
    const std::string_view reference = finding.entry().reference;
    std::string file;
    std::string message;
    console().print("{}{}:{}:{}:{} {}{}[{}]:{} {}{}{}{}\n", colors_.strong,
                    path_as_shown(finding.file, file), located.line, located.column, colors_.reset,
                    colors_.of(finding.severity), word_of(finding.severity), finding.entry().id,
                    colors_.reset, as_shown(finding.diagnostic().message, message),
                    reference.empty() ? "" : " (", reference, reference.empty() ? "" : ")");
  }

  // The width of the line numbers.
  static std::size_t gutter(const Finding& finding) {
    return std::max<std::size_t>(5, fmt::formatted_size("{}", finding.located.line));
  }

  void write_excerpt(const Finding& finding) {
    const LocatedDiagnostic& located = finding.located;
    if (located.excerpt.empty()) return;
    const std::size_t width = gutter(finding);
    console().print("{}{:>{}} |{} {}\n{}{:{}} |{} {:{}}{}{:^>{}}{}\n", colors_.faint, located.line,
                    width, colors_.reset, located.excerpt, colors_.faint, "", width, colors_.reset,
                    "", located.marker_start, colors_.of(finding.severity), "",
                    located.marker_length, colors_.reset);
  }

  ReportContent content_;
  Palette colors_;
};

}  // namespace

std::unique_ptr<Report> make_text_report(ReportContent content, Console& console) {
  return std::make_unique<TextReport>(content, console);
}

}  // namespace arbiter::cli::output
