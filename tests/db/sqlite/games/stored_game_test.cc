#include <catch2/catch.hpp>

#include "db/model/column_values.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_store.h"
#include "lib/base/result.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using testing::empty_database;
using testing::SampleGame;
using testing::store_samples;

const SampleGame kImmortal{
    .white = "Anderssen, Adolf",
    .black = "Kieseritzky, Lionel",
    .event = "Casual",
    .site = "London",
    .round = "1.1",
    .date = 18510621,
    .white_elo = 2600,
    .eco = 1 + 100 * 2 + 33,
    .result = Outcome::WhiteWins,
    .ending = Ending::Checkmate,
    .flags = kHasMovetext,
    .moves = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5",
    .record = "any bytes",
    .findings = {{DiagnosticCode::RoundMissing, 0}, {DiagnosticCode::SanMissingCheck, 6}}};

// A promotion after castling with the queen's rook.
const SampleGame kFromPosition{.result = Outcome::Unknown,
                               .ending = Ending::Unfinished,
                               .start = "r3k3/8/8/8/8/8/p6P/4K2R b Kq - 3 40",
                               .moves = "O-O-O O-O a1=N",
                               .record = std::string("\0\1", 2)};

std::vector<std::string> uci_moves(const std::vector<Move>& moves) {
  std::vector<std::string> words;
  for (const Move move : moves) {
    words.push_back(std::string(to_string(move.from())) + std::string(to_string(move.to())));
  }
  return words;
}

TEST_CASE("a game is read as it was stored", "[stored_game]") {
  const auto database = empty_database();
  const GameId first = store_samples(*database, {kImmortal, kFromPosition}, "old.pgn");
  REQUIRE(first == GameId{1});
  GameReader games(database->connection());

  const auto game = games.game(GameId{1});
  REQUIRE(game);
  CHECK(game->id == GameId{1});
  CHECK(game->white == "Anderssen, Adolf");
  CHECK(game->black == "Kieseritzky, Lionel");
  CHECK(game->event == "Casual");
  CHECK(game->site == "London");
  CHECK(game->round == "1.1");
  CHECK(game->date == 18510621);
  CHECK(game->white_elo == 2600);
  CHECK_FALSE(game->black_elo.has_value());
  CHECK(eco_text(game->eco) == "C33");
  CHECK(game->plies == 8);
  CHECK(game->result == Outcome::WhiteWins);
  CHECK(game->ending == Ending::Checkmate);
  CHECK(game->flags == kHasMovetext);
  CHECK(game->start.empty());
  CHECK(game->source == "old.pgn");
  CHECK(game->offset == 0);
  CHECK(game->line == 1);
  CHECK(uci_moves(game->moves) ==
        std::vector<std::string>{"e2e4", "e7e5", "f2f4", "e5f4", "f1c4", "d8h4", "e1f1", "b7b5"});
  CHECK(first_setup(*game) == initial_setup());
  CHECK(games.record(GameId{1}) == "any bytes");

  const auto other = games.game(GameId{2});
  REQUIRE(other);
  CHECK(other->white.empty());
  CHECK(other->round.empty());
  CHECK(other->date == 0);
  CHECK_FALSE(other->white_elo.has_value());
  CHECK(other->result == Outcome::Unknown);
  CHECK(other->start == "r3k3/8/8/8/8/8/p6P/4K2R b Ha - 3 40");
  CHECK(other->offset == 1000);
  CHECK(other->line == 11);
  CHECK(uci_moves(other->moves) == std::vector<std::string>{"e8a8", "e1h1", "a2a1"});
  CHECK(other->moves[2] == Move::promotion(Square::A2, Square::A1, Role::Knight));
  CHECK(first_setup(*other).fullmove_number == 40);
  CHECK(games.record(GameId{2}) == std::string("\0\1", 2));
}

TEST_CASE("a line is the initial position and the moves of its game", "[stored_game]") {
  const auto database = empty_database();
  store_samples(*database, {kImmortal, kFromPosition});
  GameReader games(database->connection());
  for (const GameId id : {GameId{1}, GameId{2}}) {
    const auto line = games.line(id);
    const auto game = games.game(id);
    REQUIRE(line);
    CHECK(line->start == game->start);
    CHECK(line->moves == game->moves);
  }
}

TEST_CASE("a game that was deleted or never stored is not found", "[stored_game]") {
  const auto database = empty_database();
  store_samples(*database, {kImmortal, kImmortal});
  database->connection().execute("UPDATE game SET flags = flags | 1 WHERE id = 1");
  GameReader games(database->connection());
  for (const GameId id : {GameId{0}, GameId{1}, GameId{3}, GameId{-1}}) {
    CHECK_FALSE(games.game(id).has_value());
    CHECK_FALSE(games.line(id).has_value());
  }
  CHECK(games.game(GameId{2}).has_value());
}

TEST_CASE("the columns of a game are those of its row", "[stored_game]") {
  const auto database = empty_database();
  store_samples(*database, {kImmortal, kFromPosition}, "a.pgn");
  store_samples(*database, {kImmortal}, "b.pgn");
  const Connection& connection = database->connection();
  struct Column {
    GameColumn fact;
    const char* name;
  };
  const Column columns[] = {{GameColumn::White, "white"},
                            {GameColumn::Black, "black"},
                            {GameColumn::Event, "event"},
                            {GameColumn::Site, "site"},
                            {GameColumn::Date, "date"},
                            {GameColumn::WhiteElo, "coalesce(white_elo, 0)"},
                            {GameColumn::BlackElo, "coalesce(black_elo, 0)"},
                            {GameColumn::Eco, "eco"},
                            {GameColumn::Plies, "plies"},
                            {GameColumn::Result, "result"},
                            {GameColumn::Ending, "ending"},
                            {GameColumn::Flags, "flags"},
                            {GameColumn::Source, "source"},
                            {GameColumn::Opening, "opening"}};
  ColumnReader facts(connection);
  for (std::int64_t number = 1; number <= 3; ++number) {
    for (const Column& column : columns) {
      CAPTURE(number, column.name);
      const std::string sql =
          std::string("SELECT ") + column.name + " FROM game WHERE id = " + std::to_string(number);
      CHECK(facts.value(GameId{number}, column.fact) ==
            static_cast<std::uint64_t>(connection.integer(sql)));
    }
  }
  CHECK(facts.value(GameId{1}, GameColumn::Source) != facts.value(GameId{3}, GameColumn::Source));
  CHECK(facts.value(GameId{1}, GameColumn::MovesHash) ==
        facts.value(GameId{3}, GameColumn::MovesHash));
  CHECK(facts.value(GameId{1}, GameColumn::MovesHash) !=
        facts.value(GameId{2}, GameColumn::MovesHash));
  CHECK(outcome_of(static_cast<unsigned>(facts.value(GameId{1}, GameColumn::Result))) ==
        Outcome::WhiteWins);
}

TEST_CASE("findings are stored by their id and severity, each once", "[stored_game]") {
  const auto database = empty_database();
  SampleGame game = kImmortal;
  game.findings.push_back(game.findings.back());
  store_samples(*database, {kFromPosition, game});
  store_samples(*database, {kImmortal});
  const Connection& connection = database->connection();
  Statement query = connection.prepare(
      "SELECT finding.game, finding.ply, finding_kind.name, finding_kind.severity FROM finding"
      " JOIN finding_kind ON finding_kind.id = finding.kind ORDER BY finding.game, finding.ply");
  std::vector<std::string> rows;
  while (query.step()) {
    rows.push_back(std::to_string(query.integer(0)) + " " + std::to_string(query.integer(1)) + " " +
                   std::string(query.text(2)) + " " + std::string(query.text(3)));
  }
  CHECK(rows == std::vector<std::string>{"2 0 round-missing note", "2 6 san-missing-check warning",
                                         "3 0 round-missing note",
                                         "3 6 san-missing-check warning"});
  CHECK(connection.integer("SELECT count(*) FROM finding_kind") == 2);
}

TEST_CASE("damaged moves and initial positions are reported, never shown", "[stored_game]") {
  const auto database = empty_database();
  store_samples(*database, {kImmortal, kFromPosition});
  struct Case {
    const char* damage;
    std::int64_t game;
    std::string_view words;
  };
  const Case cases[] = {
      {"UPDATE game SET moves = x'000000'", 1, "the moves of game 1"},
      {"UPDATE game SET start = 'nonsense'", 2, "the initial position of game 2"},
      {"UPDATE game SET start = '8/8/8/8/8/8/8/8 w - - 0 1'", 2, "the initial position of game 2"}};
  const std::size_t i = GENERATE(range(0, 3));
  database->connection().execute(cases[i].damage);
  GameReader games(database->connection());
  CHECK_THROWS_WITH(games.game(GameId{cases[i].game}), Contains(std::string(cases[i].words)));
  CHECK_THROWS_AS(games.line(GameId{cases[i].game}), IoError);
}

TEST_CASE("dates and openings are written as in PGN", "[stored_game]") {
  CHECK(date_text(0) == "????.??.??");
  CHECK(date_text(19500000) == "1950.??.??");
  CHECK(date_text(19501100) == "1950.11.??");
  CHECK(date_text(19501109) == "1950.11.09");
  CHECK(date_text(1224) == "????.12.24");
  CHECK(date_text(8500000) == "0850.??.??");
  CHECK(date_text(24) == "????.??.24");
  CHECK(eco_text(0).empty());
  CHECK(eco_text(1) == "A00");
  CHECK(eco_text(500) == "E99");
}

TEST_CASE("results keep their numbers", "[stored_game]") {
  CHECK(number_of(Outcome::Unknown) == 0);
  CHECK(number_of(Outcome::WhiteWins) == 1);
  CHECK(number_of(Outcome::BlackWins) == 2);
  CHECK(number_of(Outcome::Draw) == 3);
  for (unsigned number = 0; number < 4; ++number) CHECK(number_of(outcome_of(number)) == number);
}

TEST_CASE("a game and all its data are found by its id", "[stored_game]") {
  const auto database = empty_database();
  store_samples(*database, {kImmortal});
  const testing::StatementLog log(database->connection());
  GameReader games(database->connection());
  games.game(GameId{1});
  games.line(GameId{1});
  games.record(GameId{1});
  store_samples(*database, {kImmortal});
  CHECK(log.statements().size() >= 10);
  // A new GameStore checks whether any names exist, and a reader checks for the tables.
  for (const std::string& line : testing::whole_readings(database->connection(), log)) {
    CAPTURE(line);
    CHECK((line.starts_with("SCAN player ") || line.starts_with("SCAN event ") ||
           line.starts_with("SCAN site ") || line == "SCAN sqlite_master"));
  }
}

}  // namespace
}  // namespace arbiter::testing
