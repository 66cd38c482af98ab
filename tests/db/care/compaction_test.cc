#include "db/care/compaction.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "db/care/deletion.h"
#include "db/query/sqlite_reader.h"
#include "lib/chess/position.h"
#include "tests/db/care_database.h"
#include "tests/db/import_run.h"
#include "tests/db/sample_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::care_database;
using testing::delete_numbers;
using testing::faults_of;
using testing::visible_content;
using Faults = std::vector<std::string>;

std::vector<std::int64_t> numbers_from(std::int64_t first, std::int64_t step, std::int64_t last) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t number = first; number <= last; number += step) numbers.push_back(number);
  return numbers;
}

PositionSums first_sums(const Database& database) {
  SqliteReader reader(database);
  return reader.index().sums(Position().key(), reader.columns());
}

}  // namespace

TEST_CASE("deleted games are in no answer") {
  const auto database = care_database(20);
  const std::int64_t games = database->game_count();
  const std::uint64_t at_first = first_sums(*database).all_games();
  CHECK(delete_numbers(*database, {1, 7, 9}) == 3);
  CHECK(database->game_count() == games - 3);
  CHECK(first_sums(*database).all_games() == at_first - 3);
  SqliteReader reader(*database);
  CHECK(reader.select({}).size() == static_cast<std::uint64_t>(games - 3));
  CHECK_FALSE(reader.games().game(GameId{7}));
  CHECK(reader.games().game(GameId{8}));
}

TEST_CASE("a game is deleted once, and one that is not there never") {
  const auto database = care_database();
  CHECK(delete_numbers(*database, {2}) == 1);
  CHECK(delete_numbers(*database, {2}) == 0);
  GameSet games(1000);
  games.insert(GameId{999});
  Transaction transaction(database->connection());
  CHECK(delete_games(*database, games).games == 0);
  transaction.commit();
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("compaction takes what deleted games have left and nothing else") {
  const auto database = care_database(950);
  const auto deleted = GENERATE_REF(std::vector<std::int64_t>{1}, std::vector<std::int64_t>{955},
                                    numbers_from(1, 2, 955), numbers_from(1, 1, 954),
                                    numbers_from(300, 1, 955), numbers_from(1, 1, 955));
  CAPTURE(deleted.size());
  delete_numbers(*database, deleted);
  const auto content = visible_content(*database);
  const PositionSums sums = first_sums(*database);

  const CompactionResult result = compact_database(*database, {.jobs = 2});
  CHECK(result.games == deleted.size());
  CHECK(result.segments > 1);
  CHECK_FALSE(result.was_rebuilt);
  CHECK(result.bytes_after <= result.bytes_before);
  CHECK(visible_content(*database) == content);
  CHECK(first_sums(*database) == sums);
  CHECK(faults_of(*database) == Faults());

  const Connection& connection = database->connection();
  const auto left = static_cast<std::int64_t>(955 - deleted.size());
  CHECK(connection.integer("SELECT count(*) FROM game") == left);
  CHECK(connection.integer("SELECT count(*) FROM segment") <= 1);
  CHECK(connection.integer("PRAGMA freelist_count") == 0);
  CHECK(connection.integer("SELECT count(*) FROM finding WHERE game NOT IN"
                           " (SELECT id FROM game)") == 0);
  CHECK(connection.integer("SELECT count(*) FROM player WHERE id NOT IN"
                           " (SELECT white FROM game UNION SELECT black FROM game)") == 0);
}

TEST_CASE("a number that was given is never given again") {
  const auto database = care_database(10);
  const std::int64_t last = database->last_game();
  delete_numbers(*database, {last, last - 1});
  compact_database(*database, {});
  CHECK(database->last_game() == last);
  testing::import_text(*database, testing::games_of_all_kinds());
  CHECK(SqliteReader(*database).games().game(GameId{last + 1}));
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("a second compaction has nothing to do") {
  const auto database = care_database(300);
  delete_numbers(*database, {1, 2});
  compact_database(*database, {});
  const auto content = testing::content_of(*database);
  const CompactionResult again = compact_database(*database, {});
  CHECK(again.games == 0);
  CHECK(again.names == 0);
  CHECK(again.bytes_after == again.bytes_before);
  CHECK(testing::content_of(*database) == content);
}

TEST_CASE("an index that is damaged is rebuilt from the games") {
  const char* damage =
      GENERATE("DELETE FROM posting_block", "UPDATE posting_block SET data = substr(data, 1, 1200)",
               "UPDATE segment SET checksum = 1", "UPDATE segment SET games = 9999");
  CAPTURE(damage);
  const auto database = care_database(250);
  delete_numbers(*database, {3, 100});
  const PositionSums sums = first_sums(*database);
  database->connection().execute(damage);
  const CompactionResult result = compact_database(*database, {});
  CHECK(result.was_rebuilt);
  CHECK(first_sums(*database) == sums);
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("columns and names as they are searched can be made anew") {
  const char* damage = GENERATE("DELETE FROM fact", "UPDATE fact SET data = zeroblob(length(data))",
                                "UPDATE player SET folded = 'x' || id");
  CAPTURE(damage);
  const auto database = care_database(250);
  delete_numbers(*database, {3, 100});
  const auto content = testing::content_of(*database);
  database->connection().execute(damage);
  CHECK_FALSE(faults_of(*database).empty());
  compact_database(*database, {.derived = Derived::Rebuild, .jobs = 2});
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("a file becomes smaller") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  {
    const auto database = *Database::open(path, Access::Create);
    testing::import_text(*database, testing::many_games(3000));
    delete_numbers(*database, numbers_from(1, 1, 2500));
    const CompactionResult result = compact_database(*database, {});
    CHECK(result.bytes_after < result.bytes_before / 2);
  }
  const auto database = *Database::open(path, Access::Read);
  CHECK(std::filesystem::file_size(path) ==
        static_cast<std::uintmax_t>(database->connection().integer("PRAGMA page_count") *
                                    database->connection().integer("PRAGMA page_size")));
  CHECK(faults_of(*database) == Faults());
}

}  // namespace arbiter::testing
