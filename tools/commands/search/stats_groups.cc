// The table of `arbiter stats --by`.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"
#include "tools/commands/search/stats_report.h"

namespace arbiter {
namespace {

struct Row {
  const StatisticsRow& group;
  std::uint64_t greatest;  // count of games in the table

  std::uint64_t of(Outcome outcome) const { return group.count.of(outcome); }
};

// "2.5/4": what a player scored.
std::string points(const StatisticsRow& group) {
  return fmt::format("{}{}/{}", group.points_twice / 2, group.points_twice % 2 == 1 ? ".5" : "",
                     group.count.games - group.count.of(Outcome::Unknown));
}

std::string score(const GameCount& count) {
  const auto value = count.white_score();
  return value ? fmt::format("{:.1f}", 100 * *value) : "";
}

// Cells in proportion to the greatest count of the table.
std::string bar_of(const Row& row) {
  constexpr std::uint64_t kCells = 30;
  if (row.greatest == 0) return "";
  const std::uint64_t length = (row.group.count.games * kCells + row.greatest - 1) / row.greatest;
  std::string cells;
  for (std::uint64_t i = 0; i < length; ++i) cells += "▇";
  return cells;
}

std::string heading_of(GroupBy by) {
  switch (by) {
    case GroupBy::Year:
      return "Year";
    case GroupBy::Eco:
      return "ECO";
    case GroupBy::Opening:
    case GroupBy::OpeningFamily:
      return "Opening";
    case GroupBy::Player:
      return "Player";
    case GroupBy::Event:
      return "Event";
    case GroupBy::Site:
      return "Site";
    case GroupBy::Elo:
      return "Elo";
    case GroupBy::Result:
      return "Result";
    case GroupBy::Ending:
      return "Ending";
    case GroupBy::Plies:
      return "Plies";
    case GroupBy::FirstMove:
      return "First move";
  }
  return "";
}

template <Outcome outcome>
Cell games_cell(const Row& row) {
  return {with_commas(row.of(outcome))};
}

template <Outcome outcome>
Value games_value(const Row& row) {
  return Value::of(row.of(outcome));
}

std::vector<RecordDesign<Row>::ShownColumn> columns(GroupBy by) {
  return {
      {{.heading = heading_of(by), .min_width = 10, .max_width = 40},
       [](const Row& row) { return Cell{row.group.name.empty() ? "(unknown)" : row.group.name}; }},
      {number_column("Games"),
       [](const Row& row) { return Cell{with_commas(row.group.count.games)}; }},
      {number_column("1-0", 4), games_cell<Outcome::WhiteWins>},
      {number_column("Draws", 4), games_cell<Outcome::Draw>},
      {number_column("0-1", 4), games_cell<Outcome::BlackWins>},
      {number_column("*", 2), games_cell<Outcome::Unknown>},
      by == GroupBy::Player
          ? RecordDesign<Row>::ShownColumn{number_column("Points", 5),
                                           [](const Row& row) { return Cell{points(row.group)}; }}
          : RecordDesign<Row>::ShownColumn{number_column("White %", 5),
                                           [](const Row& row) {
                                             return Cell{score(row.group.count)};
                                           }},
      {number_column(by == GroupBy::Plies ? "Mean" : "Plies", 3),
       [](const Row& row) {
         return Cell{fmt::format("{:.1f}", row.group.count.mean_plies().value_or(0))};
       }},
      {{.heading = "", .importance = 1, .purpose = Purpose::Drawing},
       [](const Row& row) { return Cell{bar_of(row)}; }},
  };
}

std::vector<RecordDesign<Row>::NamedField> fields(GroupBy by) {
  std::vector<RecordDesign<Row>::NamedField> fields = {
      {{"name"}, [](const Row& row) { return Value::of_known(row.group.name); }},
      {{"games"}, [](const Row& row) { return Value::of(row.group.count.games); }},
      {{"white_wins"}, games_value<Outcome::WhiteWins>},
      {{"draws"}, games_value<Outcome::Draw>},
      {{"black_wins"}, games_value<Outcome::BlackWins>},
      {{"unfinished"}, games_value<Outcome::Unknown>},
      {{"plies"}, [](const Row& row) { return Value::of(row.group.count.plies); }},
  };
  if (by != GroupBy::Player) return fields;
  fields.push_back({{"points", FieldOf::Json}, [](const Row& row) {
                      return Value::written(
                          fmt::format("{}", static_cast<double>(row.group.points_twice) / 2));
                    }});
  fields.push_back(
      {{"as_white", FieldOf::Json}, [](const Row& row) { return Value::of(row.group.as_white); }});
  return fields;
}

}  // namespace

void print_groups(const std::vector<StatisticsRow>& groups, GroupBy by, AnswerFormat format,
                  Console& console) {
  std::uint64_t greatest = 0;
  for (const StatisticsRow& group : groups) greatest = std::max(greatest, group.count.games);
  Records<Row> records(format, {.type = "group", .columns = columns(by), .fields = fields(by)},
                       console);
  for (const StatisticsRow& group : groups) records.add({group, greatest});
  records.finish();
}

}  // namespace arbiter
