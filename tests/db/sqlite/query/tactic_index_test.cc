// Compares the index of tactics with a replay of the games.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/damage.h"
#include "db/model/filter_text.h"
#include "db/model/game_reach.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/patterns/pattern_parser.h"
#include "tests/db/care_database.h"
#include "tests/db/game_numbers.h"
#include "tests/db/import_run.h"
#include "tests/db/random_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

constexpr std::size_t kGames = 300;
constexpr const char* kWithoutIndex = "DELETE FROM fact WHERE id % 32 = 18";
constexpr const char* kWords[] = {
    "fork",          "pin",      "skewer",          "double check", "discovered check",
    "N forks [kqr]", "pinned n", "Pin to the queen"};

// The games that a search finds, and how many of them it replayed.
struct Answer {
  std::vector<std::int64_t> games;
  std::uint64_t walked = 0;

  bool operator==(const Answer&) const = default;
};

Answer answer(const Database& database, const std::string& pattern) {
  SqliteReader reader(database);
  const GameSet games = reader.select(*parse_filter("pattern = '" + pattern + "'"));
  return {numbers_of(games), reader.row_cost().walked};
}

// Checks that a search finds the same games as a replay of all games, and itself replays `walked`
// games.
void compare_with_replay(const Database& database, std::uint64_t walked = 0) {
  for (const char* const word : kWords) {
    CAPTURE(word);
    const PatternPlan plan(*read_pattern(word));
    std::vector<std::int64_t> found;
    GameRows rows(database.connection());
    for (GameRow row; rows.next(row);) {
      if ((row.flags() & (kDeleted | kUnchecked)) != 0) continue;
      if (reaches_pattern(plan, row.start, row.moves)) found.push_back(number_of(row.id));
    }
    REQUIRE(answer(database, word) == Answer{found, walked});
  }
}

// Returns the faults found in the index, without the other faults of random games.
std::vector<std::string> tactic_faults(const Database& database) {
  std::vector<std::string> faults = faults_of(database);
  std::erase_if(faults, [](const std::string& fault) {
    return fault.find("tactics") == std::string::npos && fault.find("row 18") == std::string::npos;
  });
  return faults;
}

}  // namespace

TEST_CASE("every change of a database keeps the index of tactics complete") {
  const auto database = database_of(random_games(kGames));
  compare_with_replay(*database);
  delete_numbers(*database, {1, 3, 70, 71, 72, 299, 300});
  compare_with_replay(*database);
  compact_database(*database, {});
  compare_with_replay(*database);
  import_text(*database, many_games(200));
  compare_with_replay(*database);
  CHECK(tactic_faults(*database).empty());
  database->connection().execute("DELETE FROM fact");
  compact_database(*database, {.derived = Derived::Rebuild});
  compare_with_replay(*database);
  CHECK(tactic_faults(*database).empty());
}

TEST_CASE("games without an index of tactics are replayed until an upgrade adds it") {
  const auto database = database_of(random_games(kGames));
  database->connection().execute(kWithoutIndex);
  import_text(*database, many_games(100));
  CHECK_FALSE(has_chunk_indexes(database->connection()));
  CHECK(tactic_faults(*database).empty());
  compare_with_replay(*database, kGames + 100);
  CHECK(upgrade_database(*database).has_new_indexes);
  compare_with_replay(*database);
}

TEST_CASE("games beyond the index of tactics are replayed") {
  constexpr std::size_t kCovered = 100;
  const auto database = database_of(random_games(kGames));
  SquareBitmaps bitmaps;
  SquareIndexReader(database->connection()).read(0, bitmaps);
  SquareIndexWriter(database->connection()).write_tactics(0, bitmaps, kCovered);
  compare_with_replay(*database, kGames - kCovered);
  import_text(*database, many_games(10));
  compare_with_replay(*database, kGames - kCovered + 10);
}

TEST_CASE("games that are not checked have no tactics") {
  const auto database = empty_database();
  import_text(*database,
              "[Event \"x\"]\n[FEN \"4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1\"]\n\n*\n\n"
              "[Event \"x\"]\n[Variant \"Atomic\"]\n"
              "[FEN \"4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1\"]\n\n*\n\n");
  REQUIRE(database->game_count() == 2);
  CHECK(answer(*database, "double check").games == std::vector<std::int64_t>{1});
}

TEST_CASE("a damaged index of tactics is an error, and a wrong bit is found by a check") {
  const auto database = database_of(random_games(kGames));
  const Connection& connection = database->connection();
  SquareBitmaps bitmaps;
  SquareIndexReader(connection).read(0, bitmaps);
  bitmaps.of(kTacticsPiece, 57)[0] ^= std::uint64_t{1} << 41;
  REQUIRE(tactic_faults(*database).empty());
  SquareIndexWriter(connection).write_tactics(0, bitmaps, kGames);
  CHECK(tactic_faults(*database) ==
        std::vector<std::string>{"columns 42: bitmap 57 of the tactics does not match the game"});
  connection.execute("DELETE FROM fact WHERE id >= 20");
  CHECK(tactic_faults(*database).size() == 1);

  connection.execute("UPDATE fact SET data = substr(data, 1, length(data) - 1) WHERE id = 18");
  REQUIRE_THROWS_AS(answer(*database, "discovered check"), DamageError);
  CHECK(tactic_faults(*database).size() == 1);
  compact_database(*database, {.derived = Derived::Rebuild});
  compare_with_replay(*database);
}
