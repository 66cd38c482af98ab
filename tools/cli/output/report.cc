#include "tools/cli/output/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "tools/cli/output/json_line.h"

namespace arbiter {
namespace {

using Game = GameOfFile;

std::string_view result_of(const GameSummary& game) {
  return game.result ? to_string(*game.result) : std::string_view();
}

Value name_value(std::string_view name) {
  return name.empty() ? Value() : Value::of(shown_name(name));
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

std::string number_text(std::uint64_t number) { return fmt::format("{}", number); }

std::vector<RecordDesign<Finding>::ShownColumn> finding_columns() {
  using F = Finding;
  return {
      {{.heading = "File"}, [](const F& f) { return Cell{std::string(f.file)}; }},
      {number_column("Line"), [](const F& f) { return Cell{number_text(f.located.line)}; }},
      {number_column("Column"), [](const F& f) { return Cell{number_text(f.located.column)}; }},
      {{.heading = "Severity"},
       [](const F& f) {
         return Cell{std::string(to_string(f.severity)), style_of(f.severity)};
       }},
      {{.heading = "Finding"}, [](const F& f) { return Cell{std::string(f.entry().id)}; }},
      {{.heading = "Message"}, [](const F& f) { return Cell{f.diagnostic().message}; }},
      {{.heading = "Article"}, [](const F& f) { return Cell{std::string(f.reference())}; }},
  };
}

std::vector<RecordDesign<Finding>::NamedField> finding_fields() {
  using F = Finding;
  return {
      {{"file"}, [](const F& f) { return Value::of(f.file); }},
      {{"line"}, [](const F& f) { return Value::of(f.located.line); }},
      {{"column"}, [](const F& f) { return Value::of(f.located.column); }},
      {{"offset"}, [](const F& f) { return Value::of(f.diagnostic().offset); }},
      {{"length"}, [](const F& f) { return Value::of(f.diagnostic().length); }},
      {{"game"},
       [](const F& f) {
         return f.diagnostic().game == 0 ? Value() : Value::of(f.diagnostic().game);
       }},
      {{"ply"}, [](const F& f) { return Value::of(f.diagnostic().ply); }},
      {{"id"}, [](const F& f) { return Value::of(f.entry().id); }},
      {{"severity"}, [](const F& f) { return Value::of(to_string(f.severity)); }},
      {{"article"}, [](const F& f) { return Value::of_known(f.reference()); }},
      {{"message"}, [](const F& f) { return Value::of(f.diagnostic().message); }},
      {{"help"}, [](const F& f) { return Value::of_known(f.diagnostic().help); }},
      {{"san"}, [](const F& f) { return Value::of_known(f.diagnostic().san); }},
      {{"fen"}, [](const F& f) { return Value::of_known(f.diagnostic().fen); }},
  };
}

std::vector<RecordDesign<Game>::ShownColumn> game_columns() {
  return {
      {{.heading = "File", .importance = 1, .min_width = 12},
       [](const Game& g) { return Cell{std::string(g.file)}; }},
      {number_column("Game"), [](const Game& g) { return Cell{number_text(g.game.number)}; }},
      {name_column("White"), [](const Game& g) { return Cell{shown_name(g.game.white)}; }},
      {name_column("Black"), [](const Game& g) { return Cell{shown_name(g.game.black)}; }},
      {{.heading = "Result"}, [](const Game& g) { return Cell{std::string(result_of(g.game))}; }},
      {number_column("Plies", 3), [](const Game& g) { return Cell{number_text(g.game.plies)}; }},
      {{.heading = "End", .importance = 4, .min_width = 15},
       [](const Game& g) { return Cell{ending_text(g.game)}; }},
      {{.heading = "Claim", .importance = 2, .min_width = 15},
       [](const Game& g) { return Cell{claim_text(g.game)}; }},
  };
}

// JSON has objects where CSV has several fields.
std::vector<RecordDesign<Game>::NamedField> game_fields() {
  constexpr FieldOf kJson = FieldOf::Json;
  constexpr FieldOf kCsv = FieldOf::Csv;
  return {{{"file"}, [](const Game& g) { return Value::of(g.file); }},
          {{"game"}, [](const Game& g) { return Value::of(g.game.number); }},
          {{"white", kJson}, [](const Game& g) { return Value::of_known(g.game.white); }},
          {{"black", kJson}, [](const Game& g) { return Value::of_known(g.game.black); }},
          {{"white", kCsv}, [](const Game& g) { return name_value(g.game.white); }},
          {{"black", kCsv}, [](const Game& g) { return name_value(g.game.black); }},
          {{"result"}, [](const Game& g) { return Value::of_known(result_of(g.game)); }},
          {{"plies"}, [](const Game& g) { return Value::of(g.game.plies); }},
          {{"complete", kJson},
           [](const Game& g) { return Value::written(g.game.is_complete ? "true" : "false"); }},
          {{"checked", kJson},
           [](const Game& g) { return Value::written(g.game.is_checked ? "true" : "false"); }},
          {{"stop", kJson}, [](const Game& g) { return Value::written(stop_object(g.game.stop)); }},
          {{"end", kJson}, [](const Game& g) { return Value::written(end_object(g.game.end)); }},
          {{"first_claim", kJson},
           [](const Game& g) { return Value::written(claim_object(g.game.first_claim)); }}};
}

std::vector<RecordDesign<Game>::NamedField> game_csv_fields() {
  constexpr FieldOf kCsv = FieldOf::Csv;
  return {
      {{"complete", kCsv},
       [](const Game& g) {
         return Value::of(g.game.is_checked && g.game.is_complete ? "yes" : "no");
       }},
      {{"end", kCsv},
       [](const Game& g) {
         return g.game.end ? Value::of(to_string(g.game.end->reason)) : Value();
       }},
      {{"article", kCsv},
       [](const Game& g) {
         return g.game.end ? Value::of(article_of(g.game.end->reason)) : Value();
       }},
      {{"end_ply", kCsv},
       [](const Game& g) { return g.game.end ? Value::of(g.game.end->ply) : Value(); }},
      {{"claim", kCsv},
       [](const Game& g) {
         return g.game.first_claim ? Value::of(to_string(g.game.first_claim->claim)) : Value();
       }},
      {{"claim_ply", kCsv},
       [](const Game& g) {
         return g.game.first_claim ? Value::of(g.game.first_claim->ply) : Value();
       }},
      {{"stop", kCsv},
       [](const Game& g) {
         return g.game.stop ? Value::of(entry_of(g.game.stop->code).id) : Value();
       }},
      {{"stop_ply", kCsv},
       [](const Game& g) { return g.game.stop ? Value::of(g.game.stop->ply) : Value(); }},
  };
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
    if (content_.findings) findings_.emplace(format_, finding_design(), console());
    tables_.begin();
  }

  void write(const Finding& finding) override { findings_->add(finding); }
  void write(std::string_view file, const GameSummary& game) override { tables_.add(file, game); }
  void end(const RunEnd& run) override { tables_.end(run); }

 private:
  AnswerFormat format_;
  ReportContent content_;
  std::optional<Records<Finding>> findings_;
  ReportTables tables_;
};

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
    default:
      return make_text_report(content, console);
  }
}

RecordDesign<Finding> finding_design() {
  return {.type = "finding", .columns = finding_columns(), .fields = finding_fields()};
}

RecordDesign<GameOfFile> game_design() {
  RecordDesign<GameOfFile> design{
      .type = "game", .columns = game_columns(), .fields = game_fields()};
  std::ranges::move(game_csv_fields(), std::back_inserter(design.fields));
  return design;
}

RecordDesign<DiagnosticCount> count_design() {
  using Row = DiagnosticCount;
  return {
      .type = "",
      .columns =
          {
              {number_column("Count"), [](const Row& row) { return Cell{with_commas(row.count)}; }},
              {{.heading = "Severity", .importance = 2},
               [](const Row& row) {
                 return Cell{std::string(to_string(row.severity)), style_of(row.severity)};
               }},
              {{.heading = "Finding"},
               [](const Row& row) { return Cell{std::string(row.entry->id)}; }},
              {{.heading = "Meaning", .importance = 1, .min_width = 20},
               [](const Row& row) {
                 return Cell{
                     fmt::format("{}{}", row.entry->meaning,
                                 row.entry->once_per_file ? " (reported once per file)" : "")};
               }},
          },
      .fields = {
          {{"id"}, [](const Row& row) { return Value::of(row.entry->id); }},
          {{"severity"}, [](const Row& row) { return Value::of(to_string(row.severity)); }},
          {{"count"}, [](const Row& row) { return Value::of(row.count); }},
          {{"article"}, [](const Row& row) { return Value::of_known(row.entry->reference); }},
          {{"meaning"}, [](const Row& row) { return Value::of(row.entry->meaning); }},
      }};
}

void ReportTables::begin() {
  if (content_.games) games_.emplace(format_, game_design(), console_);
}

void ReportTables::end(const RunEnd& run) {
  if (games_) games_->finish();
  if (!content_.table) return;
  if (games_) console_.print("\n");
  print_counts(counts_of(run.tally), format_, console_);
}

void print_counts(std::span<const DiagnosticCount> counts, AnswerFormat format, Console& console) {
  Records<DiagnosticCount> records(format, count_design(), console);
  for (const DiagnosticCount& count : counts) records.add(count);
  records.finish();
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
    line += fmt::format("; {} not replayed to {}", counted(games, "game"),
                        games == 1 ? "its end" : "their ends");
  }
  if (tally.failures() > 0) line += fmt::format("; {} in full", unread);
  return line + fmt::format("; {}", speed_text(tally, run.time));
}

std::vector<DiagnosticCount> counts_of(const Tally& tally) {
  std::vector<DiagnosticCount> counts;
  for (const CatalogueEntry& entry : catalogue()) {
    const std::uint64_t count = tally.findings_of(entry.code);
    if (count > 0) counts.push_back({&entry, tally.selection().severity_of(entry.code), count});
  }
  order_counts(counts);
  return counts;
}

}  // namespace arbiter
