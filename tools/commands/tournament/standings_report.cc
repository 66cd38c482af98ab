#include "tools/commands/tournament/standings_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lib/tournament/cross_table.h"
#include "lib/tournament/player_record.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {
namespace {

class StandingsOutput {
 public:
  StandingsOutput(const StandingsTable& table, const StandingsView& view, Console& console)
      : view_(view),
        tournament_(table.tournament),
        games_(table.games),
        standings_(standings_of(table.tournament, table.tie_breaks)),
        table_(cross_table(table.tournament, standings_)),
        records_(player_records(table.tournament)),
        has_federations_(!std::ranges::all_of(table.tournament.players, &std::string::empty,
                                              &Player::federation)),
        console_(console) {}

  void print() {
    if (view_.format == AnswerFormat::Text) print_heading();
    RecordShape shape{.type = "player", .columns = columns(), .fields = fields()};
    const auto writer = make_record_writer(view_.format, std::move(shape), console_);
    for (std::size_t i = 0; i < standings_.rows.size(); ++i) {
      if (writer->takes_values()) {
        writer->add_values(values(i));
      } else {
        writer->add_cells(cells(i));
      }
    }
    writer->finish();
  }

 private:
  void print_heading() {
    console_.print("{}\n", tournament_.name.empty() ? "?" : tournament_.name);
    console_.print(
        "{}; {}, {}, {}\n\n", system_text(tournament_),
        counted(tournament_.players.size(), "player"), counted(games_, "game"),
        tournament_.rounds == 0 ? "rounds unknown" : counted(tournament_.rounds, "round"));
  }

  std::vector<Column> columns() const {
    std::vector<Column> columns{
        number_column("Place"), name_column("Name"), {.heading = "Title", .importance = 4}};
    if (has_federations_) columns.push_back({.heading = "Fed", .importance = 4});
    columns.push_back(number_column("Rating", 5));
    columns.push_back(number_column("Points"));
    for (const TieBreak tie_break : standings_.tie_breaks) {
      columns.push_back(number_column(std::string(to_string(tie_break)), 7));
    }
    if (view_.has_ratings) {
      columns.push_back(number_column("Rated", 2));
      columns.push_back(number_column("Perf", 3));
      columns.push_back(number_column("Change", 6));
    }
    if (view_.has_cross_table) {
      for (const std::string& heading : table_.headings) {
        columns.push_back({.heading = heading, .importance = 3});
      }
    }
    return columns;
  }

  std::vector<Field> fields() const {
    std::vector<Field> fields{{"place"}, {"name"},   {"fide_id"}, {"title"}, {"federation"},
                              {"team"},  {"rating"}, {"points"},  {"games"}};
    for (const TieBreak tie_break : standings_.tie_breaks) {
      fields.push_back({std::string(to_string(tie_break))});
    }
    if (view_.has_ratings) {
      fields.push_back({"rated_games"});
      fields.push_back({"performance"});
      fields.push_back({"rating_change"});
    }
    if (view_.has_cross_table) fields.push_back({"results"});
    return fields;
  }

  std::vector<Cell> cells(std::size_t index) const {
    const StandingsRow& row = standings_.rows[index];
    const Player& player = tournament_.players[row.player];
    std::vector<Cell> cells{{std::to_string(row.place)}, {player.name}, {player.title}};
    if (has_federations_) cells.push_back({player.federation});
    cells.push_back({player.rating == 0 ? "" : std::to_string(player.rating)});
    cells.push_back({points_text(row.points)});
    for (std::size_t i = 0; i < row.values.size(); ++i)
      cells.push_back({value_text(row.values[i])});
    if (view_.has_ratings) {
      const PlayerRating rating = rating_row(row.player);
      cells.push_back({std::to_string(rating.games)});
      cells.push_back({rating.performance ? std::to_string(*rating.performance) : ""});
      cells.push_back({rating.change ? signed_tenths(*rating.change) : ""});
    }
    if (view_.has_cross_table) {
      for (const std::string& cell : table_.rows[index]) cells.push_back({cell});
    }
    return cells;
  }

  std::vector<Value> values(std::size_t index) const {
    const StandingsRow& row = standings_.rows[index];
    const Player& player = tournament_.players[row.player];
    const auto known = [](std::uint32_t number) {
      return number == 0 ? Value() : Value::of(number);
    };
    std::vector<Value> values{Value::of(row.place),
                              Value::of(player.name),
                              known(player.fide_id),
                              Value::of_known(player.title),
                              Value::of_known(player.federation),
                              Value::of_known(player.team),
                              known(player.rating),
                              Value::written(points_text(row.points)),
                              Value::of(row.games)};
    for (const auto& value : row.values) values.push_back(Value::written(value_text(value)));
    if (view_.has_ratings) {
      const PlayerRating rating = rating_row(row.player);
      values.push_back(Value::of(rating.games));
      values.push_back(rating.performance ? Value::written(std::to_string(*rating.performance))
                                          : Value());
      values.push_back(rating.change ? Value::written(fmt::format("{:.1f}", *rating.change / 10.0))
                                     : Value());
    }
    if (view_.has_cross_table) values.push_back(Value::of_list(table_.rows[index]));
    return values;
  }

  PlayerRating rating_row(PlayerIndex player) const {
    return rating_of(tournament_, records_[player], player, view_.k);
  }

  const StandingsView& view_;
  const Tournament& tournament_;
  std::size_t games_;
  Standings standings_;
  CrossTable table_;
  std::vector<PlayerRecord> records_;
  bool has_federations_;  // of one player at least
  Console& console_;
};

}  // namespace

void print_standings(const StandingsTable& table, const StandingsView& view, Console& console) {
  StandingsOutput(table, view, console).print();
}

void print_teams(const Tournament& tournament, AnswerFormat format, Console& console) {
  RecordDesign<TeamRow> design{
      .type = "team",
      .columns = {{number_column("Place"),
                   [](const TeamRow& row) { return Cell{std::to_string(row.place)}; }},
                  {name_column("Team"), [](const TeamRow& row) { return Cell{row.team}; }},
                  {number_column("Matches"),
                   [](const TeamRow& row) { return Cell{std::to_string(row.matches)}; }},
                  {number_column("Match points"),
                   [](const TeamRow& row) { return Cell{std::to_string(row.match_points)}; }},
                  {number_column("Game points"),
                   [](const TeamRow& row) { return Cell{points_text(row.game_points)}; }}},
      .fields = {{{"place"}, [](const TeamRow& row) { return Value::of(row.place); }},
                 {{"team"}, [](const TeamRow& row) { return Value::of(row.team); }},
                 {{"matches"}, [](const TeamRow& row) { return Value::of(row.matches); }},
                 {{"match_points"}, [](const TeamRow& row) { return Value::of(row.match_points); }},
                 {{"game_points"}, [](const TeamRow& row) {
                    return Value::written(points_text(row.game_points));
                  }}}};
  Records<TeamRow> records(format, std::move(design), console);
  for (const TeamRow& row : team_standings(tournament)) records.add(row);
  records.finish();
}

}  // namespace arbiter
