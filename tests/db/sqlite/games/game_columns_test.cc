#include "db/sqlite/games/game_columns.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "db/sqlite/games/database.h"
#include "lib/base/result.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::empty_database;

// The expected values of all columns, by game.
using Table = std::map<std::int64_t, ColumnRow>;

// Returns the value, truncated to the size of the column.
std::uint64_t cut(std::uint64_t value, GameColumn fact) {
  const std::size_t bits = 8 * size_of(fact);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

ColumnRow random_row(std::mt19937_64& random) {
  ColumnRow row;
  for (std::size_t i = 0; i < kGameColumns; ++i)
    row.values[i] = cut(random(), static_cast<GameColumn>(i));
  row[GameColumn::Flags] &= ~std::uint64_t{kDeleted};
  return row;
}

void check_same(ColumnReader& reader, const Table& table, std::int64_t last) {
  for (std::int64_t number = 1; number <= last; ++number) {
    const auto game = table.find(number);
    ColumnRow expected;
    expected[GameColumn::Flags] = kDeleted;
    if (game != table.end()) expected = game->second;
    for (std::size_t i = 0; i < kGameColumns; ++i) {
      const std::uint64_t value = reader.value(GameId{number}, static_cast<GameColumn>(i));
      if (value == expected.values[i]) continue;
      CAPTURE(number, i);
      REQUIRE(value == expected.values[i]);
    }
  }
}

TEST_CASE("columns have every game's values, added in batches of any size", "[facts]") {
  const auto database = empty_database();
  std::mt19937_64 random(1);
  Table table;
  std::int64_t next = 1;
  // Batches begin and end within a chunk, at its end, and across several chunks. Gaps are within a
  // chunk, and over whole chunks.
  const std::int64_t batches[] = {1, 10, 16'373, 1, 16'383, 20'000};
  const std::int64_t gaps[] = {0, 3, 0, 0, 40'000, 17};
  for (std::size_t batch = 0; batch < std::size(batches); ++batch) {
    next += gaps[batch];
    ColumnWriter writer(database->connection());
    for (std::int64_t i = 0; i < batches[batch]; ++i, ++next) {
      writer.add(GameId{next}, table[next] = random_row(random));
    }
    writer.finish();
  }
  ColumnReader reader(database->connection());
  check_same(reader, table, next - 1);
  CHECK(reader.chunks() == (next - 2) / kChunkGames + 1);
  for (std::int64_t chunk = 0; chunk + 1 < reader.chunks(); ++chunk) {
    const std::size_t games = reader.games_in(chunk);
    CHECK((games == kChunkGames || games == 0));
  }
  CHECK(reader.games_in(reader.chunks() - 1) == place_in_chunk(GameId{next - 1}) + 1);
}

TEST_CASE("a column has the same values side by side", "[facts]") {
  const auto database = empty_database();
  ColumnWriter writer(database->connection());
  for (std::int64_t number = 1; number <= 5; ++number) {
    ColumnRow row;
    row[GameColumn::Date] = static_cast<std::uint64_t>(19500000 + number);
    row[GameColumn::MovesHash] = 0xffff'0000'0000'0000 + static_cast<std::uint64_t>(number);
    writer.add(GameId{number}, row);
  }
  writer.finish();
  ColumnReader reader(database->connection());
  const auto dates = reader.column<std::uint32_t>(0, GameColumn::Date);
  const auto hashes = reader.column<std::uint64_t>(0, GameColumn::MovesHash);
  REQUIRE(dates.size() == 5);
  REQUIRE(hashes.size() == 5);
  CHECK(dates[4] == 19500005);
  CHECK(hashes[0] == 0xffff'0000'0000'0001);
}

TEST_CASE("single values are overwritten, in any order", "[facts]") {
  const auto database = empty_database();
  std::mt19937_64 random(2);
  Table table;
  ColumnWriter writer(database->connection());
  for (std::int64_t number = 1; number <= 40'000; ++number) {
    writer.add(GameId{number}, table[number] = random_row(random));
  }
  writer.finish();
  ColumnReader reader(database->connection());
  CHECK(reader.value(GameId{1}, GameColumn::Flags) == table[1][GameColumn::Flags]);
  for (int i = 0; i < 300; ++i) {
    const auto number = static_cast<std::int64_t>(random() % 40'000) + 1;
    const auto fact = static_cast<GameColumn>(random() % kGameColumns);
    const std::uint64_t value = cut(random(), fact);
    writer.set(GameId{number}, fact, value);
    table[number][fact] = value;
  }
  writer.finish();
  reader.forget();
  check_same(reader, table, 40'000);
}

TEST_CASE("a game after the last one counts as deleted", "[facts]") {
  const auto database = empty_database();
  ColumnReader reader(database->connection());
  CHECK(reader.chunks() == 0);
  CHECK(reader.value(GameId{1}, GameColumn::Flags) == kDeleted);
  CHECK(reader.value(GameId{1'000'000}, GameColumn::White) == 0);
}

TEST_CASE("a column that is too short is reported as damage", "[facts]") {
  const auto database = empty_database();
  ColumnWriter writer(database->connection());
  writer.add(GameId{1}, {});
  writer.add(GameId{2}, {});
  writer.finish();
  database->connection().execute("UPDATE fact SET data = x'0000' WHERE id = 4");
  ColumnReader reader(database->connection());
  CHECK(reader.value(GameId{2}, GameColumn::White) == 0);
  CHECK_THROWS_WITH(reader.value(GameId{1}, GameColumn::Date),
                    Catch::Matchers::Contains("row 4 of `fact`"));
}

TEST_CASE("columns are found by their number", "[facts]") {
  const auto database = empty_database();
  const testing::StatementLog log(database->connection());
  ColumnWriter writer(database->connection());
  writer.add(GameId{1}, {});
  writer.finish();
  writer.set(GameId{1}, GameColumn::Date, 1);
  writer.finish();
  ColumnReader reader(database->connection());
  CHECK(reader.value(GameId{1}, GameColumn::Date) == 1);
  CHECK(log.statements().size() >= 3);
  // SQLite finds the maximum id at the end of the table, so that the query plan has no SCAN.
  CHECK(testing::whole_readings(database->connection(), log).empty());
}

}  // namespace
}  // namespace arbiter::testing
