#include "tools/cli/output/report_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"

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

}  // namespace

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

}  // namespace arbiter
