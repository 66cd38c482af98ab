#include "db/sqlite/games/game_text.h"

#include <catch2/catch.hpp>
#include <random>

#include "db/sqlite/games/database.h"
#include "lib/base/result.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::empty_database;

using Catch::Matchers::Contains;

// Returns empty records, short ones, and some longer than a block.
std::vector<std::string> random_records(std::size_t count) {
  std::mt19937 random(3);
  std::vector<std::string> records(count);
  for (std::string& record : records) {
    const std::size_t size = random() % 50 == 0 ? random() % 200'000 : random() % 300;
    for (std::size_t i = 0; i < size; ++i) record += static_cast<char>(random());
  }
  return records;
}

std::vector<SealedText> sealed(const std::vector<std::string>& records) {
  std::vector<SealedText> texts;
  for (const std::string& record : records) texts.push_back({record, record.size() + 1});
  return texts;
}

TEST_CASE("each game has its record, in any order of reading", "[game_text]") {
  const auto database = empty_database();
  const auto records = random_records(1000);
  const std::vector<SealedText> texts = sealed(records);
  const unsigned jobs = GENERATE(1u, 3u);
  GameTextWriter writer(database->connection());
  writer.add(GameId{1}, std::span(texts).first(400), jobs);
  writer.add(GameId{501}, std::span(texts).subspan(400), jobs);

  GameTextReader reader(database->connection());
  std::mt19937 random(4);
  for (std::size_t step = 0; step < 2000; ++step) {
    const std::size_t i = step < 1000 ? step : random() % 1000;
    CAPTURE(i);
    const std::int64_t number = static_cast<std::int64_t>(i) + (i < 400 ? 1 : 101);
    REQUIRE(reader.record(GameId{number}) == records[i]);
  }
  CHECK(reader.record(GameId{401}).empty());
  CHECK(reader.record(GameId{500}).empty());
  CHECK(reader.record(GameId{5000}).empty());
}

TEST_CASE("a block has the seals of its games together", "[game_text]") {
  const auto database = empty_database();
  const auto records = random_records(1000);
  GameTextWriter(database->connection()).add(GameId{1}, sealed(records), 2);
  GameTextReader reader(database->connection());
  for (std::int64_t game = 1; game <= 1000;) {
    reader.record(GameId{game});
    const GameTextReader::Stretch stretch = reader.stretch();
    REQUIRE(stretch.first == GameId{game});
    std::uint64_t seal = 0;
    for (const std::int64_t end = game + stretch.games; game < end; ++game) {
      seal += records[static_cast<std::size_t>(game) - 1].size() + 1;
    }
    CHECK(stretch.seal == seal);
  }
}

TEST_CASE("games without a text take almost no space", "[game_text]") {
  const auto database = empty_database();
  const std::vector<SealedText> records(10'000);
  GameTextWriter(database->connection()).add(GameId{1}, records, 2);
  CHECK(database->connection().integer("SELECT sum(length(data)) FROM game_text") < 100);
}

TEST_CASE("a damaged text is reported, never read", "[game_text]") {
  const auto database = empty_database();
  const Connection& connection = database->connection();
  const std::vector<SealedText> records(3, SealedText{"a record", 0});
  GameTextWriter(connection).add(GameId{1}, records, 1);
  connection.execute(GENERATE(
      "UPDATE game_text SET data = x''", "UPDATE game_text SET data = x'00112233445566778899'",
      "UPDATE game_text SET data = substr(data, 1, length(data) - 17)",
      "UPDATE game_text SET games = 4",
      // A frame with a declared size of 2^60 bytes.
      "UPDATE game_text SET data = x'28b52ffde00000000000000010010000'",
      // A raw frame of one record that exceeds the rest: 28 b5 2f fd, size 2, block.
      "UPDATE game_text SET data = x'28b52ffd20021100000561'"));
  GameTextReader reader(connection);
  CHECK_THROWS_WITH(reader.record(GameId{2}), Contains("the texts of game 1"));
  CHECK_THROWS_AS(reader.record(GameId{2}), IoError);
}

TEST_CASE("a text is found by the id of its first game", "[game_text]") {
  const auto database = empty_database();
  const std::vector<SealedText> records{{"a", 0}};
  GameTextWriter(database->connection()).add(GameId{1}, records, 1);
  GameTextReader reader(database->connection());
  const testing::StatementLog log(database->connection());
  CHECK(reader.record(GameId{1}) == "a");
  REQUIRE(log.statements().size() == 1);
  CHECK(testing::query_plan(database->connection(), *log.statements().begin()) ==
        std::vector<std::string>{"SEARCH game_text USING INTEGER PRIMARY KEY (rowid<?)"});
}

}  // namespace
}  // namespace arbiter::testing
