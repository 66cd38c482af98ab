#include "tools/commands/search/stats_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "db/model/column_values.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/markdown_table.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {
namespace {

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "";
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_fact(std::string_view name, const std::string& value, AnswerFormat format,
                Console& console) {
  if (format == AnswerFormat::Markdown) {
    console.print("- {}: {}\n", name, markdown_text(value));
  } else {
    console.print("{:<10} {}\n", name, value);
  }
}

void print_facts(const Totals& totals, AnswerFormat format, Console& console) {
  const GameCount& all = totals.all;
  const auto print = [&](std::string_view name, const std::string& value) {
    print_fact(name, value, format, console);
  };
  const auto result = [&](Outcome outcome) {
    return fmt::format("{} {} ({})", to_string(outcome), with_commas(all.of(outcome)),
                       percent(all.of(outcome), all.games));
  };
  print("Games", with_commas(all.games));
  if (all.games == 0) return;
  print("Results",
        fmt::format("{}, {}, {}, * {}", result(Outcome::WhiteWins), result(Outcome::Draw),
                    result(Outcome::BlackWins), with_commas(all.of(Outcome::Unknown))));
  print("Plies",
        fmt::format("{}; {:.1f} a game, from {} to {}", with_commas(all.plies), *all.mean_plies(),
                    with_commas(totals.shortest), with_commas(totals.longest)));
  if (totals.first_date != 0) {
    print("Dates",
          fmt::format("{} to {}", date_text(totals.first_date), date_text(totals.last_date)));
  }
  print("Names", fmt::format("{}, {}, {}", counted(totals.players, "player"),
                             counted(totals.events, "event"), counted(totals.sites, "site")));
  if (totals.rated == 0) return;
  print("Ratings", fmt::format("{} of {} known, {:.0f} on average", with_commas(totals.rated),
                               with_commas(2 * all.games), totals.mean_elo));
}

struct EndingRow {
  EndingCount count;
  std::uint64_t all_games;
};

RecordDesign<EndingRow> ending_design() {
  return {.type = "ending",
          .columns = {{{.heading = "Ending"},
                       [](const EndingRow& row) {
                         return Cell{std::string(to_string(row.count.ending))};
                       }},
                      {number_column("Games"),
                       [](const EndingRow& row) { return Cell{with_commas(row.count.games)}; }},
                      {number_column("Share"),
                       [](const EndingRow& row) {
                         return Cell{percent(row.count.games, row.all_games)};
                       }}},
          .fields = {{{"ending"},
                      [](const EndingRow& row) { return Value::of(to_string(row.count.ending)); }},
                     {{"games"}, [](const EndingRow& row) { return Value::of(row.count.games); }}}};
}

Style style_of_word(std::string_view severity) {
  if (severity == "error") return Style::Error;
  return severity == "note" ? Style::Note : Style::Warning;
}

RecordDesign<FindingCount> finding_design() {
  using Row = FindingCount;
  return {.type = "finding",
          .columns = {{{.heading = "Severity"},
                       [](const Row& row) {
                         return Cell{row.severity, style_of_word(row.severity)};
                       }},
                      {{.heading = "Finding"}, [](const Row& row) { return Cell{row.id}; }},
                      {number_column("Findings"),
                       [](const Row& row) { return Cell{with_commas(row.findings)}; }},
                      {number_column("Games"),
                       [](const Row& row) { return Cell{with_commas(row.games)}; }}},
          .fields = {{{"id"}, [](const Row& row) { return Value::of(row.id); }},
                     {{"severity"}, [](const Row& row) { return Value::of(row.severity); }},
                     {{"findings"}, [](const Row& row) { return Value::of(row.findings); }},
                     {{"games"}, [](const Row& row) { return Value::of(row.games); }}}};
}

void print_endings(const Totals& totals, AnswerFormat format, Console& console) {
  Records<EndingRow> endings(format, ending_design(), console);
  for (const EndingCount& ending : totals.endings) endings.add({ending, totals.all.games});
  endings.finish();
}

void print_findings(const Totals& totals, AnswerFormat format, Console& console) {
  Records<FindingCount> findings(format, finding_design(), console);
  for (const FindingCount& finding : totals.findings) findings.add(finding);
  findings.finish();
}

void print_tables(const Totals& totals, AnswerFormat format, Console& console) {
  print_facts(totals, format, console);
  if (!totals.endings.empty()) {
    console.print("\n");
    print_endings(totals, format, console);
  }
  if (!totals.findings.empty()) {
    console.print("\n");
    print_findings(totals, format, console);
  }
}

void add_count(JsonLine& json, const GameCount& count) {
  json.add("games", count.games).add("white_wins", count.of(Outcome::WhiteWins));
  json.add("draws", count.of(Outcome::Draw)).add("black_wins", count.of(Outcome::BlackWins));
  json.add("unfinished", count.of(Outcome::Unknown)).add("plies", count.plies);
}

void print_json(const Totals& totals, Console& console) {
  JsonLine json;
  json.add("type", "totals");
  add_count(json, totals.all);
  json.add("shortest", totals.shortest).add("longest", totals.longest);
  json.add("players", totals.players).add("events", totals.events).add("sites", totals.sites);
  json.add("ratings", totals.rated);
  json.add_written("mean_elo", totals.rated == 0 ? "null" : fmt::format("{:.1f}", totals.mean_elo));
  json.add_or_null("first_date", totals.first_date == 0 ? "" : date_text(totals.first_date));
  json.add_or_null("last_date", totals.last_date == 0 ? "" : date_text(totals.last_date));
  console.print(json.finish());
  print_endings(totals, AnswerFormat::Json, console);
  print_findings(totals, AnswerFormat::Json, console);
}

// Totals of every kind in one table.
struct CsvRowOfTotals {
  std::string_view kind;
  std::string_view name;
  std::uint64_t count;
  std::uint64_t games;
};

void print_csv(const Totals& totals, Console& console) {
  using Row = CsvRowOfTotals;
  Records<Row> rows(AnswerFormat::Csv,
                    {.type = "",
                     .columns = {},
                     .fields = {{{"kind"}, [](const Row& row) { return Value::of(row.kind); }},
                                {{"name"}, [](const Row& row) { return Value::of(row.name); }},
                                {{"count"}, [](const Row& row) { return Value::of(row.count); }},
                                {{"games"}, [](const Row& row) { return Value::of(row.games); }}}},
                    console);
  rows.add({"games", "", totals.all.games, totals.all.games});
  for (const Outcome outcome :
       {Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::Unknown}) {
    const std::uint64_t games = totals.all.of(outcome);
    rows.add({"result", to_string(outcome), games, games});
  }
  for (const EndingCount& ending : totals.endings) {
    rows.add({"ending", to_string(ending.ending), ending.games, ending.games});
  }
  for (const FindingCount& finding : totals.findings) {
    rows.add({"finding", finding.id, finding.findings, finding.games});
  }
}

}  // namespace

void print_totals(const Totals& totals, AnswerFormat format, Console& console) {
  if (format == AnswerFormat::Json) return print_json(totals, console);
  if (format == AnswerFormat::Csv) return print_csv(totals, console);
  print_tables(totals, format, console);
}

}  // namespace arbiter
