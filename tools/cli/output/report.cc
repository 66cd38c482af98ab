#include "tools/cli/output/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

#include "lib/base/encoding.h"
#include "lib/notation/board_drawing.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/output/text_table.h"

namespace arbiter {

void Tally::add_file(const FileTotals& totals) {
  ++files_;
  games_ += totals.games;
  unreplayed_ += totals.unreplayed;
  plies_ += totals.plies;
  bytes_ += totals.bytes;
  lines_ += totals.lines;
  for (const CatalogueEntry& entry : catalogue()) {
    if (!selection_.is_on(entry.code)) continue;
    const std::uint64_t count = totals.counts[index_of(entry.code)];
    occurrences_[index_of(entry.code)] += count;
    findings_[index_of(entry.code)] +=
        entry.once_per_file ? std::min<std::uint64_t>(count, 1) : count;
  }
}

void Tally::add_finding(DiagnosticCode code, std::uint64_t times) {
  if (!selection_.is_on(code)) return;
  findings_[index_of(code)] += times;
  occurrences_[index_of(code)] += times;
}

template <class Predicate>
std::uint64_t Tally::sum_where(Predicate holds) const {
  std::uint64_t sum = 0;
  for (const CatalogueEntry& entry : catalogue()) {
    if (holds(entry.code)) sum += findings_[index_of(entry.code)];
  }
  return sum;
}

std::uint64_t Tally::findings(Severity severity) const {
  return sum_where([&](DiagnosticCode code) {
    return std::min(selection_.severity_of(code), Severity::Error) == severity;
  });
}

std::uint64_t Tally::hidden_findings() const {
  return sum_where([&](DiagnosticCode code) { return !selection_.is_shown(code); });
}

bool Tally::reaches(Severity least) const {
  return sum_where([&](DiagnosticCode code) { return selection_.severity_of(code) >= least; }) > 0;
}

namespace {

using Game = GameOfFile;

std::string_view result_of(const GameSummary& game) {
  return game.result ? to_string(*game.result) : std::string_view();
}

Value name_value(std::string_view name) {
  return name.empty() ? Value() : Value::of(shown_name(name));
}

Cell severity_cell(Severity severity) {
  return {std::string(to_string(severity)), style_of(severity)};
}

std::string stop_object(const std::optional<ReplayStop>& stop) {
  if (!stop) return "null";
  JsonLine object;
  return std::string(object.add("id", entry_of(stop->code).id).add("ply", stop->ply).object());
}

std::string end_object(const std::optional<GameEnd>& end) {
  if (!end) return "null";
  JsonLine object;
  object.add("reason", to_string(end->reason)).add("article", article_of(end->reason));
  object.add("result", to_string(end->outcome)).add("ply", end->ply);
  return std::string(object.object());
}

std::string claim_object(const std::optional<ClaimableDraw>& claim) {
  if (!claim) return "null";
  JsonLine object;
  return std::string(object.add("claim", to_string(claim->claim)).add("ply", claim->ply).object());
}

}  // namespace

std::string label_text(const GameLabel& game) {
  std::string text;
  if (!game.white.empty() || !game.black.empty()) {
    text = fmt::format("{} - {}", shown_name(game.white), shown_name(game.black));
  }
  if (!game.round.empty()) {
    text += fmt::format("{}round {}", text.empty() ? "" : ", ", game.round);
  }
  return text;
}

namespace {

RecordKind<Finding> finding_kind() {
  return {"finding",
          {{{.heading = "File"}, "file", [](auto& f) { return Value::of(f.file); }},
           {number_column("Line"), "line", [](auto& f) { return Value::of(f.located.line); }},
           {number_column("Column"), "column", [](auto& f) { return Value::of(f.located.column); }},
           {"offset", [](auto& f) { return f.diagnostic().offset; }},
           {"length", [](auto& f) { return f.diagnostic().length; }},
           {"game",
            [](auto& f) {
              return f.diagnostic().game == 0 ? Value() : Value::of(f.diagnostic().game);
            }},
           {"ply", [](auto& f) { return f.diagnostic().ply; }},
           {{.heading = "Game"}, [](auto& f) { return label_text(f.game()); }},
           {{.heading = "Severity"}, [](auto& f) { return severity_cell(f.severity); }},
           {{.heading = "Finding"}, "id", [](auto& f) { return f.entry().id; }},
           {"severity", [](auto& f) { return to_string(f.severity); }},
           {{.heading = "Message"}, [](auto& f) { return f.diagnostic().message; }},
           {{.heading = "Article"}, "article", [](auto& f) { return f.reference(); }},
           {"message", [](auto& f) { return Value::of(f.diagnostic().message); }},
           {"help", [](auto& f) { return f.diagnostic().help; }},
           {"san", [](auto& f) { return f.diagnostic().san; }},
           {"fen", [](auto& f) { return f.diagnostic().fen; }},
           {"white", [](auto& f) { return f.game().white; }},
           {"black", [](auto& f) { return f.game().black; }},
           {"round", [](auto& f) { return f.game().round; }}}};
}

// JSON uses objects where CSV has several fields.
RecordKind<Game> game_kind() {
  constexpr FieldOf kJson = FieldOf::Json;
  constexpr FieldOf kCsv = FieldOf::Csv;
  return {
      "game",
      {{{.heading = "File", .min_width = 12, .cut = Cut::Start},
        "file",
        [](auto& g) { return Value::of(g.file); }},
       {number_column("Game"), "game", [](auto& g) { return Value::of(g.game.number); }},
       {{.heading = "Round", .importance = 5, .min_width = 5},
        [](auto& g) { return std::string(g.game.round); }},
       {name_column("White"), [](auto& g) { return shown_name(g.game.white); }},
       {name_column("Black"), [](auto& g) { return shown_name(g.game.black); }},
       {{"white", kJson}, [](auto& g) { return g.game.white; }},
       {{"black", kJson}, [](auto& g) { return g.game.black; }},
       {{"white", kCsv}, [](auto& g) { return name_value(g.game.white); }},
       {{"black", kCsv}, [](auto& g) { return name_value(g.game.black); }},
       {{.heading = "Result"}, "result", [](auto& g) { return result_of(g.game); }},
       {number_column("Plies", 3), "plies", [](auto& g) { return Value::of(g.game.plies); }},
       {{.heading = "End", .importance = 4, .min_width = 15},
        [](auto& g) { return ending_text(g.game); }},
       {{.heading = "Claim", .importance = 2, .min_width = 15},
        [](auto& g) { return claim_text(g.game); }},
       {{"complete", kJson}, [](auto& g) { return Value::of(g.game.is_complete); }},
       {{"checked", kJson}, [](auto& g) { return Value::of(g.game.is_checked); }},
       {{"stop", kJson}, [](auto& g) { return Value::written(stop_object(g.game.stop)); }},
       {{"end", kJson}, [](auto& g) { return Value::written(end_object(g.game.end)); }},
       {{"first_claim", kJson},
        [](auto& g) { return Value::written(claim_object(g.game.first_claim)); }},
       {{"complete", kCsv},
        [](auto& g) { return g.game.is_checked && g.game.is_complete ? "yes" : "no"; }},
       {{"end", kCsv}, [](auto& g) { return g.game.end ? to_string(g.game.end->reason) : ""; }},
       {{"article", kCsv},
        [](auto& g) { return g.game.end ? article_of(g.game.end->reason) : ""; }},
       {{"end_ply", kCsv},
        [](auto& g) { return g.game.end ? Value::of(g.game.end->ply) : Value(); }},
       {{"claim", kCsv},
        [](auto& g) { return g.game.first_claim ? to_string(g.game.first_claim->claim) : ""; }},
       {{"claim_ply", kCsv},
        [](auto& g) { return g.game.first_claim ? Value::of(g.game.first_claim->ply) : Value(); }},
       {{"stop", kCsv}, [](auto& g) { return g.game.stop ? entry_of(g.game.stop->code).id : ""; }},
       {{"stop_ply", kCsv},
        [](auto& g) { return g.game.stop ? Value::of(g.game.stop->ply) : Value(); }},
       {"round", [](auto& g) { return g.game.round; }}}};
}

std::string findings_text(const Tally& tally) {
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view word) {
    if (count > 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", counted(count, word));
  };
  add(tally.findings(Severity::Error), "error");
  add(tally.findings(Severity::Warning), "warning");
  add(tally.findings(Severity::Note) - tally.hidden_findings(), "note");
  return text.empty() ? "no findings" : text;
}

std::string speed_text(const Tally& tally, Duration time) {
  if (tally.plies() == 0 || time.count() <= 0) return duration_text(time);
  return fmt::format("{}, {} plies/s", duration_text(time),
                     rate_text(static_cast<double>(tally.plies()) / time.count()));
}

class TableReport final : public Report {
 public:
  TableReport(AnswerFormat format, ReportContent content, Console& console)
      : Report(console), format_(format), content_(content), tables_(format, content, console) {}

  void begin() override {
    if (content_.findings) findings_.emplace(format_, finding_kind(), console());
    tables_.begin();
  }

  void write(const Finding& finding) override { findings_->add(finding); }
  void write(std::string_view file, const GameSummary& game) override { tables_.add(file, game); }
  void end(const RunEnd& run) override { tables_.end(run); }

 private:
  AnswerFormat format_;
  ReportContent content_;
  std::optional<RecordTable<Finding>> findings_;
  ReportTables tables_;
};

class JsonReport final : public Report {
 public:
  explicit JsonReport(Console& console)
      : Report(console),
        findings_(AnswerFormat::Json, finding_kind(), console),
        games_(AnswerFormat::Json, game_kind(), console) {}

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
  RecordTable<Finding> findings_;
  RecordTable<Game> games_;
  JsonLine line_;
};

}  // namespace

std::unique_ptr<Report> make_report(AnswerFormat format, ReportContent content, Console& console) {
  switch (format) {
    case AnswerFormat::Json:
      return std::make_unique<JsonReport>(console);
    case AnswerFormat::Csv:
    case AnswerFormat::Markdown:
      return std::make_unique<TableReport>(format, content, console);
    case AnswerFormat::Sarif:
      return make_sarif_report(console);
    case AnswerFormat::GitHub:
      return make_github_report(console);
    case AnswerFormat::JUnit:
      return make_junit_report(content, console);
    case AnswerFormat::GitLab:
      return make_gitlab_report(console);
    default:
      return make_text_report(content, console);
  }
}

void ReportTables::begin() {
  if (content_.games) games_.emplace(format_, game_kind(), console_);
}

namespace {

std::string frequency_of(const DiagnosticCount& row) {
  if (!row.entry->once_per_file) return "";
  if (row.occurrences <= row.count) return " (reported once per file)";
  return fmt::format(" (reported once per file, found {})", counted(row.occurrences, "time"));
}

void print_counts(std::span<const DiagnosticCount> counts, AnswerFormat format, Console& console) {
  const RecordKind<DiagnosticCount> kind{
      "",
      {{number_column("Count"), [](auto& row) { return row.count; }},
       {{.heading = "Severity", .importance = 2},
        [](auto& row) { return severity_cell(row.severity); }},
       {{.heading = "Finding"}, "id", [](auto& row) { return row.entry->id; }},
       {"severity", [](auto& row) { return to_string(row.severity); }},
       {"count", [](auto& row) { return row.count; }},
       {"occurrences", [](auto& row) { return row.occurrences; }},
       {"article", [](auto& row) { return row.entry->reference; }},
       {{.heading = "Meaning", .importance = 1, .min_width = 20},
        [](auto& row) { return fmt::format("{}{}", row.entry->meaning, frequency_of(row)); }},
       {"meaning", [](auto& row) { return row.entry->meaning; }}}};
  print_records(format, kind, counts, console);
}

}  // namespace

void ReportTables::end(const RunEnd& run) {
  if (games_) games_->finish();
  if (!content_.table) return;
  if (games_) console_.print("\n");
  print_counts(counts_of(run.tally), format_, console_);
}

std::string summary_line(const RunEnd& run) {
  const Tally& tally = run.tally;
  const std::string unread = fmt::format("{} could not be read", counted(tally.failures(), "file"));
  if (tally.files() == 0 && tally.failures() > 0) return unread;
  std::string line =
      fmt::format("{}, {}, {}: {}", counted(tally.files(), "file"), counted(tally.games(), "game"),
                  counted(tally.plies(), "ply", "plies"), findings_text(tally));
  if (const std::uint64_t hidden = tally.hidden_findings(); hidden > 0) {
    line += fmt::format("; {} not shown (--notes shows {})", counted(hidden, "note"),
                        hidden == 1 ? "it" : "them");
  }
  if (run.known) line += fmt::format("; {} not shown", counted(*run.known, "known finding"));
  if (run.withheld > 0) {
    line += fmt::format("; {} not shown", counted(run.withheld, "more finding"));
  }
  if (const std::uint64_t games = tally.unreplayed(); games > 0) {
    line += fmt::format("; {} not fully replayed", counted(games, "game"));
  }
  if (tally.failures() > 0) line += fmt::format("; {} in full", unread);
  constexpr Duration kNotable(2);
  if (run.time >= kNotable) line += fmt::format("; {}", speed_text(tally, run.time));
  return line;
}

std::vector<DiagnosticCount> counts_of(const Tally& tally) {
  std::vector<DiagnosticCount> counts;
  for (const CatalogueEntry& entry : catalogue()) {
    const std::uint64_t count = tally.findings_of(entry.code);
    if (count > 0)
      counts.push_back({&entry, tally.selection().severity_of(entry.code), count,
                        tally.occurrences_of(entry.code)});
  }
  std::ranges::stable_sort(counts, std::greater<>(), [](const DiagnosticCount& count) {
    return std::pair(std::min(count.severity, Severity::Error), count.count);
  });
  return counts;
}

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

  // Returns the width of the line numbers.
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

  // Writes the players and the round once for consecutive findings in a game.
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

  // Writes the position before the move, and marks the squares that the message mentions.
  void write_board(const Diagnostic& diagnostic) {
    if (!diagnostic.board) return;
    const BoardLook look = layout_.charset == Charset::Ascii ? BoardLook::Ascii
                           : console().colors_output()       ? BoardLook::Colors
                                                             : BoardLook::Unicode;
    console().print("\n{}\n",
                    drawing_of(*diagnostic.board, {.look = look, .marked = diagnostic.squares}));
  }

  // Returns the number of terminal cells to the right of "12345 | ".
  std::optional<std::size_t> room_beside(std::size_t gutter) const {
    if (!layout_.width) return std::nullopt;
    return *layout_.width > gutter + 3 ? *layout_.width - gutter - 3 : 1;
  }

  bool has_boards_;
  std::string file_;        // file of the last finding
  std::uint64_t game_ = 0;  // game of the last finding
  ReportTables tables_;
  TextLayout layout_;
  Palette colors_;
};

}  // namespace

std::unique_ptr<Report> make_text_report(ReportContent content, Console& console) {
  return std::make_unique<TextReport>(content, console);
}

}  // namespace arbiter
