#include "db/sqlite/sql/sql_functions.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "db/sqlite/sql/sql_script.h"
#include "tests/db/import_run.h"
#include "tests/db/random_games.h"
#include "tests/db/sample_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

class Collector final : public SqlListener {
 public:
  void on_columns(std::span<const std::string>) override {}
  void on_row(std::span<const SqlValue> values) override {
    rows.emplace_back(values.begin(), values.end());
  }
  std::vector<std::vector<SqlValue>> rows;
};

std::vector<RandomGame> games_without_tags(std::size_t count) {
  std::vector<RandomGame> games = random_games(count);
  for (RandomGame& game : games) game.sample.record = std::string(1, '\0');
  return games;
}

struct QueriedDatabase {
  QueriedDatabase() : games(games_without_tags(40)), database(database_of(games)) {
    add_sql_functions(database->connection().handle());
  }

  std::vector<std::vector<SqlValue>> rows(const std::string& sql) const {
    Collector collector;
    const auto fault = run_script(database->connection(), {.text = sql}, collector);
    CAPTURE(sql, fault.value_or(""));
    CHECK_FALSE(fault.has_value());
    return collector.rows;
  }
  SqlValue value(const std::string& sql) const { return rows(sql).at(0).at(0); }
  std::string fault(const std::string& sql) const {
    Collector collector;
    return run_script(database->connection(), {.text = sql}, collector).value_or("");
  }

  std::vector<RandomGame> games;
  std::unique_ptr<Database> database;
};

SqlValue text(const char* value) { return std::string(value); }

}  // namespace

TEST_CASE("functions of a position work in SQL", "[sql]") {
  const QueriedDatabase database;
  CHECK(database.value("SELECT is_legal('startpos', 'Nf3')") == SqlValue(std::int64_t{1}));
  CHECK(database.value("SELECT is_legal('startpos', 'e2e4')") == SqlValue(std::int64_t{1}));
  CHECK(database.value("SELECT is_legal('startpos', 'Ke2')") == SqlValue(std::int64_t{0}));
  CHECK(database.value("SELECT is_legal('startpos', 'nonsense')") == SqlValue(std::int64_t{0}));
  CHECK(database.value("SELECT material('4k3/8/8/8/8/8/PP6/R3K3 w Q - 0 1')") == text("KRPPk"));
  CHECK(database.value("SELECT material(NULL)") == SqlValue(nullptr));
  CHECK(database.value("SELECT folded('CARLSEN,M.')") == text("carlsen, m"));
  // The key published for the initial position in the Polyglot format.
  CHECK(database.value("SELECT printf('%x', position_key('startpos'))") ==
        text("463b96181691fc9c"));
  CHECK_THAT(std::get<std::string>(database.value("SELECT board('startpos')")),
             Contains("♖ ♘ ♗ ♕"));
}

TEST_CASE("functions of a game work in SQL", "[sql]") {
  const QueriedDatabase database;
  CHECK(database.value("SELECT fen_at(99999, 0)") == SqlValue(nullptr));
  CHECK(database.value("SELECT fen_at(1, -1)") == SqlValue(nullptr));
  for (std::int64_t id = 1; id <= 40; ++id) {
    const std::string number = std::to_string(id);
    const auto positions = database.games[static_cast<std::size_t>(id) - 1].positions.size();
    CAPTURE(id);
    const auto rows =
        database.rows("SELECT ply, next, fen, key FROM game_positions(" + number + ")");
    REQUIRE(rows.size() == positions);
    CHECK(database.value("SELECT fen_at(" + number + ", " + std::to_string(positions - 1) + ")") ==
          rows.back()[2]);
    CHECK(rows.back()[1] == SqlValue(nullptr));
    CHECK(database.value("SELECT position_key(fen) = key FROM game_positions(" + number + ")") ==
          SqlValue(std::int64_t{1}));
  }
}

TEST_CASE("moves of a game are rows that agree with its positions", "[sql]") {
  const QueriedDatabase database;
  const auto count = [&](const std::string& condition) {
    return database.value(
        "SELECT count(*) FROM game g, game_moves(g.id) m, game_positions(g.id) p "
        "WHERE p.ply = m.ply - 1 AND " +
        condition);
  };
  CHECK(count("1") == database.value("SELECT sum(plies) FROM game"));
  CHECK(count("m.move <> p.next") == SqlValue(std::int64_t{0}));
  CHECK(count("is_legal(p.fen, m.uci) <> 1") == SqlValue(std::int64_t{0}));
  CHECK(count("(m.side = 'white') <> (p.fen LIKE '% w %')") == SqlValue(std::int64_t{0}));
  CHECK(count("(m.captured IS NOT NULL) <> (m.move LIKE '%x%')") == SqlValue(std::int64_t{0}));
  CHECK(count("(m.promotion IS NOT NULL) <> (m.move LIKE '%=%')") == SqlValue(std::int64_t{0}));
  CHECK(count("m.is_check <> (m.move GLOB '*[+#]')") == SqlValue(std::int64_t{0}));
  CHECK(count("m.piece <> CASE WHEN m.move GLOB '[KQRBN]*' THEN substr(m.move, 1, 1) "
              "WHEN m.move LIKE 'O-O%' THEN 'K' ELSE 'P' END") == SqlValue(std::int64_t{0}));
  CHECK(database.rows("SELECT * FROM game_moves(99999)").empty());
}

TEST_CASE("positions and moves have the clocks and evaluations of comments", "[sql]") {
  const auto database = empty_database();
  const TemporaryFolder folder;
  import_into(
      *database,
      {folder.write("a.pgn",
                    "[Event \"?\"]\n\n1. e4 {[%clk 0:01:30] [%eval 0.25]} (1. d4 {[%eval 9]}) "
                    "e5 {[%emt 0:00:02.5] [%eval #-3]} 2. Nf3 *\n\n")});
  add_sql_functions(database->connection().handle());
  const auto column = [&](const std::string& sql) {
    std::string text;
    Statement rows = database->connection().prepare(sql);
    while (rows.step()) text += std::string(rows.text(0)) + ' ';
    return text;
  };
  const std::string values =
      "ply || ':' || ifnull(clock, '-') || ':' || ifnull(elapsed, '-') || ':' || ifnull(eval, '-') "
      "|| ':' || ifnull(mate, '-')";
  const std::string expected = "1:90.0:-:0.25:- 2:-:2.5:-:-3 3:-:-:-:- ";
  CHECK(column("SELECT " + values + " FROM game_moves(1)") == expected);
  CHECK(column("SELECT " + values + " FROM game_positions(1)") == "0:-:-:-:- " + expected);
}

TEST_CASE("games match a pattern in SQL, and positions have openings", "[sql]") {
  const QueriedDatabase database;
  CHECK(database.value("SELECT count(*) FROM game WHERE matches(id, 'move captures') <> "
                       "(san_moves(id) LIKE '%x%')") == SqlValue(std::int64_t{0}));
  CHECK(database.value("SELECT matches(99999, 'check')") == SqlValue(nullptr));
  CHECK(database.value("SELECT opening('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 "
                       "1')") == text("B00 King's Pawn Game"));
  CHECK(database.value("SELECT opening('4k3/8/8/8/8/8/8/4K3 w - - 0 1')") == SqlValue(nullptr));
}

TEST_CASE("functions of several games in turn return what each returns alone", "[sql]") {
  const QueriedDatabase database;
  const std::string columns =
      "fen_at({0}, 3), fen_at({0}, 1), san_moves({0}), pgn({0}), fen_at({0}, 2), pgn({0})";
  const auto with = [&](const std::string& game) {
    return fmt::format(fmt::runtime("SELECT " + columns), game);
  };
  const auto pairs = database.rows(fmt::format(
      "SELECT a.id, b.id, {}, {} FROM game a, game b WHERE b.id IN "
      "(a.id, a.id + 1, 41 - a.id) ORDER BY a.id, b.id",
      fmt::format(fmt::runtime(columns), "a.id"), fmt::format(fmt::runtime(columns), "b.id")));
  REQUIRE(pairs.size() > 100);
  std::map<std::string, std::vector<SqlValue>> alone;
  for (std::int64_t id = 1; id <= 40; ++id) {
    alone[std::to_string(id)] = database.rows(with(std::to_string(id))).at(0);
  }
  for (const std::vector<SqlValue>& pair : pairs) {
    std::vector<SqlValue> expected(pair.begin(), pair.begin() + 2);
    for (const int i : {0, 1}) {
      const auto& one = alone.at(std::to_string(std::get<std::int64_t>(pair[i])));
      expected.insert(expected.end(), one.begin(), one.end());
    }
    CHECK(pair == expected);
  }
}

TEST_CASE("a query over all games compiles its statements once", "[sql]") {
  const QueriedDatabase database;
  sqlite3* const handle = database.database->connection().handle();
  int compiled = 0;
  const auto count = [](void* counter, int action, const char*, const char*, const char*,
                        const char*) {
    if (action == SQLITE_SELECT) ++*static_cast<int*>(counter);
    return SQLITE_OK;
  };
  const auto compiled_for = [&](const std::string& sql) {
    compiled = 0;
    sqlite3_set_authorizer(handle, count, &compiled);
    CHECK(database.rows(sql).size() > 0);
    sqlite3_set_authorizer(handle, nullptr, nullptr);
    return compiled;
  };
  for (const std::string sql : {"SELECT fen_at(id, 1), san_moves(id), pgn(id) FROM game",
                                "SELECT count(*) FROM game g, game_positions(g.id)"}) {
    CAPTURE(sql);
    compiled_for(sql);  // the functions compile their statements on first use
    CHECK(compiled_for(sql + " WHERE id <= 40") == compiled_for(sql + " WHERE id <= 1"));
  }
}

TEST_CASE("a connection with the functions can be closed", "[sql]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  database_of(games_without_tags(5))->connection().execute(("VACUUM INTO '" + path + "'").c_str());
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  add_sql_functions(handle);
  sqlite3_stmt* unfinished = nullptr;
  for (const char* sql :
       {"SELECT san_moves(id), pgn(id) FROM game", "SELECT fen FROM game g, game_positions(g.id)",
        "SELECT move FROM position_moves('startpos')"}) {
    CHECK(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_prepare_v2(handle, sql, -1, &unfinished, nullptr) == SQLITE_OK);
    CHECK(sqlite3_step(unfinished) == SQLITE_ROW);
    CHECK(sqlite3_finalize(unfinished) == SQLITE_OK);
  }
  CHECK(sqlite3_close(handle) == SQLITE_OK);
}

TEST_CASE("rows of a position agree with the games' own positions", "[sql]") {
  const QueriedDatabase database;
  const std::string counted =
      "SELECT count(DISTINCT g.id) FROM game g, game_positions(g.id) p WHERE p.key = "
      "position_key('startpos')";
  CHECK(database.value("SELECT count(*) FROM position_games('startpos')") ==
        database.value(counted));
  CHECK(database.value("SELECT sum(games) FROM position_moves('startpos')") ==
        database.value(counted));
}

TEST_CASE("groups in SQL have the sums of a query over all games", "[sql]") {
  const QueriedDatabase database;
  const std::string among =
      " WHERE name <> '' AND name NOT IN (SELECT white FROM games WHERE white = black) ";
  const auto rows = database.rows(
      "SELECT name, games, wins, draws, losses, unfinished, points FROM stats_by('player')" +
      among + "ORDER BY name");
  CHECK(rows.size() > 1);
  CHECK(rows ==
        database.rows("SELECT name, count(*), sum(won), sum(result = '1/2-1/2'), sum(lost), "
                      "sum(result = '*'), sum(won + 0.5 * (result = '1/2-1/2')) FROM ("
                      "SELECT white AS name, result, result = '1-0' AS won, "
                      "result = '0-1' AS lost FROM games UNION ALL "
                      "SELECT black, result, result = '0-1', result = '1-0' FROM games)" +
                      among + "GROUP BY name ORDER BY name"));
  CHECK(database.rows("SELECT name, games, plies FROM stats_by('result') ORDER BY name") ==
        database.rows("SELECT result, count(*), sum(plies) FROM games GROUP BY result "
                      "ORDER BY result"));
}

TEST_CASE("invalid arguments in SQL are reported in a sentence", "[sql]") {
  const QueriedDatabase database;
  CHECK_THAT(database.fault("SELECT material('nonsense')"), Contains("material: "));
  CHECK_THAT(database.fault("SELECT * FROM position_games"), Contains("needs an argument"));
  CHECK_THAT(database.fault("SELECT * FROM position_games('nonsense')"),
             Contains("position_games: "));
  CHECK_THAT(database.fault("SELECT fen_at('one', 0)"), Contains("not a whole number"));
  CHECK_THAT(database.fault("SELECT * FROM stats_by('week')"),
             Contains("unknown group 'week' (expected one of: year, eco"));
  CHECK_THAT(database.fault("SELEC 1"), Contains("syntax error"));
  CHECK(database.rows("SELECT * FROM position_games(NULL)").empty());
}
