#include <catch2/catch.hpp>

#include "db/model/column_values.h"
#include "db/model/stored_game.h"
#include "db/sqlite/games/schema.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::empty_database;
using testing::SampleGame;
using testing::store_samples;

// Returns the rows of a query, with columns separated by "|", and "-" for NULL.
std::vector<std::string> rows(const Database& database, std::string_view sql) {
  Statement query = database.connection().prepare(sql);
  std::vector<std::string> rows;
  while (query.step()) {
    std::string row;
    for (int column = 0; column < query.columns(); ++column) {
      if (column > 0) row += '|';
      row += query.is_null(column) ? "-" : query.text(column);
    }
    rows.push_back(row);
  }
  return rows;
}

const SampleGame kGame{.white = "Tal, Mihail",
                       .black = "Botvinnik, Mihail",
                       .event = "World Championship",
                       .site = "Moscow",
                       .round = "6",
                       .date = 19600326,
                       .white_elo = 2700,
                       .eco = 1 + 400 + 69,
                       .result = Outcome::BlackWins,
                       .ending = Ending::Resignation,
                       .moves = "e4 c6"};

TEST_CASE("the view of games has readable values", "[views]") {
  const auto database = empty_database();
  store_samples(*database, {kGame, {}}, "tal.pgn");
  Statement query = database->connection().prepare("SELECT * FROM games");
  std::vector<std::string> names;
  for (int i = 0; i < query.columns(); ++i) names.emplace_back(query.name(i));
  CHECK(names ==
        std::vector<std::string>{
            "id",          "white",       "black",         "white_elo",    "black_elo",   "event",
            "site",        "date",        "round",         "result",       "eco",         "opening",
            "opening_eco", "opening_ply", "plies",         "ending",       "start",       "source",
            "offset",      "line",        "is_incomplete", "is_duplicate", "is_unchecked"});
  CHECK(rows(*database, "SELECT * FROM games") ==
        std::vector<std::string>{
            "1|Tal, Mihail|Botvinnik, Mihail|2700|-|World Championship|Moscow|1960.03.26|6|0-1|E69|"
            "Caro-Kann Defense|B10|2|2|resignation|-|tal.pgn|0|1|0|0|0",
            "2|-|-|-|-|-|-|????.??.??|-|*|-|-|-|-|0|unknown|-|tal.pgn|1000|11|0|0|0"});
}

TEST_CASE("the view writes dates and openings like the program", "[views]") {
  const auto database = empty_database();
  std::vector<SampleGame> games;
  for (const std::uint32_t date : {0u, 24u, 1224u, 8500000u, 19500000u, 19501100u, 19501109u}) {
    games.push_back({.date = date, .eco = static_cast<std::uint16_t>(date % 501)});
  }
  store_samples(*database, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::string where = " FROM games WHERE id = " + std::to_string(i + 1);
    const std::string eco = eco_text(games[i].eco);
    CHECK(rows(*database, "SELECT date" + where).at(0) == date_text(games[i].date));
    CHECK(rows(*database, "SELECT eco" + where).at(0) == (eco.empty() ? "-" : eco));
  }
}

TEST_CASE("the view has a word for every result, ending and flag", "[views]") {
  const auto database = empty_database();
  std::vector<SampleGame> games;
  for (const EndingName& name : endings()) games.push_back({.ending = name.ending});
  for (const Outcome outcome :
       {Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown}) {
    games.push_back({.result = outcome});
  }
  games.push_back({.flags = kIncomplete | kHasMovetext});
  games.push_back({.flags = kDuplicate});
  games.push_back({.flags = kUnchecked});
  store_samples(*database, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const SampleGame& game = games[i];
    const auto row = rows(*database,
                          "SELECT result, ending, is_incomplete, is_duplicate, is_unchecked"
                          " FROM games WHERE id = " +
                              std::to_string(i + 1));
    const auto flag = [&](GameFlag bit) { return (game.flags & bit) != 0 ? "|1" : "|0"; };
    CHECK(row.at(0) == std::string(to_string(game.result)) + "|" +
                           std::string(to_string(game.ending)) + flag(kIncomplete) +
                           flag(kDuplicate) + flag(kUnchecked));
  }
}

TEST_CASE("players are counted by colour, without deleted games", "[views]") {
  const auto database = empty_database();
  SampleGame reversed = kGame;
  std::swap(reversed.white, reversed.black);
  SampleGame alone{.white = "Nobody"};
  store_samples(*database, {kGame, kGame, reversed, alone, {}});
  database->connection().execute("UPDATE game SET flags = 1 WHERE id IN (2, 4)");
  CHECK(rows(*database,
             "SELECT name, games, games_as_white, games_as_black FROM players"
             " ORDER BY name") ==
        std::vector<std::string>{"Botvinnik, Mihail|2|1|1", "Nobody|0|0|0", "Tal, Mihail|2|1|1"});
  CHECK(rows(*database, "SELECT id FROM games") == std::vector<std::string>{"1", "3", "5"});
}

TEST_CASE("findings contain the move number of their game", "[views]") {
  const auto database = empty_database();
  SampleGame usual = kGame;
  usual.findings = {{DiagnosticCode::RoundMissing, 0},
                    {DiagnosticCode::SanMissingCheck, 1},
                    {DiagnosticCode::SanMissingCheck, 2}};
  SampleGame black_first{.start = "4k3/8/8/8/8/8/8/4K2R b K - 3 40", .moves = "Kd7 Kd2 Ke6"};
  black_first.findings = {{DiagnosticCode::SanMissingCheck, 1},
                          {DiagnosticCode::SanMissingCheck, 2},
                          {DiagnosticCode::SanMissingCheck, 3}};
  SampleGame white_first{.start = "4k3/8/8/8/8/8/8/4K2R w K - 3 9", .moves = "Kd2"};
  white_first.findings = {{DiagnosticCode::SanMissingCheck, 1}};
  store_samples(*database, {usual, black_first, white_first, usual});
  database->connection().execute("UPDATE game SET flags = 1 WHERE id = 4");
  CHECK(rows(*database, "SELECT game, ply, move, side, finding FROM findings ORDER BY game, ply") ==
        std::vector<std::string>{"1|0|-|-|round-missing", "1|1|1|white|san-missing-check",
                                 "1|2|1|black|san-missing-check", "2|1|40|black|san-missing-check",
                                 "2|2|41|white|san-missing-check", "2|3|41|black|san-missing-check",
                                 "3|1|9|white|san-missing-check"});
}

TEST_CASE("a game and its findings are found by its id in the views", "[views]") {
  const auto database = empty_database();
  const auto scans = [&](const std::string& sql) {
    std::vector<std::string> lines;
    for (const std::string& line : testing::query_plan(database->connection(), sql)) {
      if (line.starts_with("SCAN")) lines.push_back(line);
    }
    return lines;
  };
  CHECK(scans("SELECT * FROM games WHERE id = 7").empty());
  CHECK(scans("SELECT * FROM findings WHERE game = 7").empty());
  // There is no index by kind, so the query scans all findings, but only the games with matching
  // ones.
  CHECK(scans("SELECT * FROM findings WHERE finding = 'result-mismatch'") ==
        std::vector<std::string>{"SCAN finding"});
}

std::vector<std::string> plan_of(const Database& database, const std::string& sql) {
  std::vector<std::string> steps;
  Statement query = database.connection().prepare("EXPLAIN QUERY PLAN " + sql);
  while (query.step()) steps.emplace_back(query.text(3));
  return steps;
}

TEST_CASE("with indexes, names, events and dates of the views are found without a scan",
          "[views]") {
  const auto database = empty_database();
  store_samples(*database, {kGame, {}}, "tal.pgn");
  CHECK_FALSE(has_sql_indexes(database->connection()));
  create_sql_indexes(database->connection());
  create_sql_indexes(database->connection());
  REQUIRE(has_sql_indexes(database->connection()));
  for (const std::string question :
       {"SELECT * FROM games WHERE white = 'x'", "SELECT * FROM games WHERE black = 'x'",
        "SELECT count(*) FROM games WHERE event = 'x'", "SELECT * FROM games WHERE date = 'x'",
        "SELECT * FROM games WHERE date BETWEEN '1960.01.01' AND '1960.12.31'",
        "SELECT id FROM games WHERE date >= '1990' AND white_elo > 2600",
        "SELECT * FROM players WHERE name = 'x'"}) {
    for (const std::string& step : plan_of(*database, question)) {
      CAPTURE(question, step);
      CHECK(step.substr(0, 4) != "SCAN");
    }
  }
}

// Returns every value of every row.
std::string rows_of(const Database& database, const std::string& sql) {
  std::string rows;
  Statement query = database.connection().prepare(sql);
  while (query.step()) {
    for (int column = 0; column < 20; ++column) rows += std::string(query.text(column)) + "|";
  }
  return rows;
}

TEST_CASE("games are counted through an index if no names are needed", "[views]") {
  const auto database = empty_database();
  store_samples(*database, {kGame, {}}, "tal.pgn");
  create_sql_indexes(database->connection());
  const std::string all = rows_of(*database, "SELECT * FROM games");
  replace_joins_by_subqueries(database->connection());
  CHECK(rows_of(*database, "SELECT * FROM games") == all);
  const std::vector<std::string> plan = plan_of(*database, "SELECT count(*) FROM games");
  CHECK(plan.size() == 1);
  CHECK(plan[0].find("COVERING INDEX") != std::string::npos);
}

TEST_CASE("each player is one row, in the most frequent spelling, with indexes and without",
          "[views]") {
  const auto database = empty_database();
  store_samples(*database,
                {{.white = "Müller, H", .black = "Tal, M"},
                 {.white = "MULLER,H", .black = "Tal, M"},
                 {.white = "Tal,M.", .black = "MULLER,H"},
                 {.white = "Muller, Hans", .black = "tal, m"}},
                "tal.pgn");
  const std::vector<std::string> expected = {"MULLER,H|3|2|1", "Muller, Hans|1|1|0",
                                             "Tal, M|4|1|3"};
  const std::string query =
      "SELECT name, games, games_as_white, games_as_black FROM players ORDER BY name";
  CHECK(rows(*database, query) == expected);
  create_sql_indexes(database->connection());
  CHECK(rows(*database, query) == expected);
}

TEST_CASE("dates are written with their known parts", "[views]") {
  const auto database = empty_database();
  store_samples(*database,
                {{.date = 0},
                 {.date = 19600000},
                 {.date = 8500300},
                 {.date = 19601231},
                 {.date = 10101},
                 {.date = 9},
                 {.date = 1200},
                 {.date = 20000009}},
                "dates.pgn");
  CHECK(rows(*database, "SELECT date FROM games ORDER BY id") ==
        std::vector<std::string>{"????.??.??", "1960.??.??", "0850.03.??", "1960.12.31",
                                 "0001.01.01", "????.??.09", "????.12.??", "2000.??.09"});
}

}  // namespace
}  // namespace arbiter::testing
