// Findings in the form of compiler messages.
#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "lib/base/encoding.h"
#include "lib/laws/wording.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "tools/cli/output/report.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/output/text_table.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {
namespace {

LinePieces pieces_of(const LocatedDiagnostic& located) {
  std::string storage;
  const std::string_view line = as_shown(located.excerpt, storage);
  const std::size_t start = size_of_code_points(line, located.marker_start);
  const std::size_t size = size_of_code_points(line.substr(start), located.marker_length);
  return {.before = std::string(line.substr(0, start)),
          .marked = std::string(line.substr(start, size)),
          .after = std::string(line.substr(start + size)),
          .is_cut_before = located.is_cut_before,
          .is_cut_after = located.is_cut_after};
}

class TextReport final : public Report {
 public:
  TextReport(ReportContent content, Console& console)
      : Report(console),
        has_boards_(content.boards),
        tables_(AnswerFormat::Text, content, console),
        layout_(layout_of(console)),
        colors_(layout_.colors) {}

  void write(const Finding& finding) override {
    write_headline(finding);
    write_excerpt(finding);
    write_game(finding);
    if (has_boards_) write_board(finding.diagnostic());
    if (const std::string& help = finding.diagnostic().help; !help.empty()) {
      write_detail(finding, "help", help);
    }
  }

  void begin() override { tables_.begin(); }
  void write(std::string_view file, const GameSummary& game) override { tables_.add(file, game); }
  void end(const RunEnd& run) override { tables_.end(run); }

 private:
  void write_headline(const Finding& finding) {
    const LocatedDiagnostic& located = finding.located;
    const std::string_view reference = finding.reference();
    console().print("{}{}:{}:{}:{} {}{}[{}]:{} {}{}{}{}\n", colors_.strong,
                    shown_path(finding.file), located.line, located.column, colors_.reset,
                    colors_.of(finding.severity), to_string(finding.severity), finding.entry().id,
                    colors_.reset, shown_text(finding.diagnostic().message, layout_.charset),
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
    const MarkedLine line = marked_line(pieces_of(located), room_beside(width), layout_.charset);
    console().print("{}{:>{}} |{} {}\n{}{:{}} |{} {:{}}{}{:^>{}}{}\n", colors_.faint, located.line,
                    width, colors_.reset, line.text, colors_.faint, "", width, colors_.reset, "",
                    line.mark_start, colors_.of(finding.severity), "", line.mark_cells,
                    colors_.reset);
  }

  // Writes the players and the round, once for consecutive findings in a game.
  void write_game(const Finding& finding) {
    const std::uint64_t number = finding.diagnostic().game;
    const bool is_same = number == game_ && finding.file == file_;
    game_ = number;
    file_ = finding.file;
    const std::string label = label_text(finding.game());
    if (is_same || label.empty()) return;
    write_detail(finding, "game", label);
  }

  void write_detail(const Finding& finding, std::string_view what, std::string_view text) {
    console().print("{:{}} {}={} {}: {}\n", "", gutter(finding), colors_.faint, colors_.reset, what,
                    shown_text(text, layout_.charset));
  }

  // The position before the move, with the squares that the sentence names.
  void write_board(const Diagnostic& diagnostic) {
    const auto read = parse_fen(diagnostic.fen);
    const auto* position = std::get_if<ParsedFen>(&read);
    if (diagnostic.fen.empty() || position == nullptr) return;
    const BoardLook look = layout_.charset == Charset::Ascii ? BoardLook::Ascii
                           : console().colors_output()       ? BoardLook::Colors
                                                             : BoardLook::Unicode;
    console().print("\n{}\n",
                    drawing_of(position->setup.board,
                               {.look = look, .marked = squares_named_in(diagnostic.message)}));
  }

  // Returns the number of terminal cells to the right of "12345 | ".
  std::optional<std::size_t> room_beside(std::size_t gutter) const {
    if (!layout_.width) return std::nullopt;
    return *layout_.width > gutter + 3 ? *layout_.width - gutter - 3 : 1;
  }

  bool has_boards_;
  std::string file_;        // of the last finding
  std::uint64_t game_ = 0;  // the last finding's
  ReportTables tables_;
  TextLayout layout_;
  Palette colors_;
};

}  // namespace

std::unique_ptr<Report> make_text_report(ReportContent content, Console& console) {
  return std::make_unique<TextReport>(content, console);
}

}  // namespace arbiter
