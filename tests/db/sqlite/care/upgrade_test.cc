// Tests `upgrade_database()` on a file created by Arbiter 0.1.0 from testdata/tournament.pgn.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/schema.h"
#include "tests/db/care_database.h"
#include "tests/db/old_database.h"
#include "tests/db/sample_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

std::unique_ptr<Database> opened(Result<std::unique_ptr<Database>> database) {
  if (!database) FAIL(database.error());
  return *std::move(database);
}

// Returns the schema without white space, because SQLite stores statements as they were written.
std::map<std::string, std::string> schema_of(const Database& database) {
  std::map<std::string, std::string> schema;
  Statement query = database.connection().prepare("SELECT name, sql FROM sqlite_master");
  while (query.step()) {
    std::string& sql = schema[std::string(query.text(0))];
    for (const char c : query.text(1)) {
      if (c != ' ' && c != '\n') sql += c;
    }
  }
  return schema;
}

TEST_CASE("a database of version 1 can be read, but not written", "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path = make_old_database(folder);
  CHECK(opened(Database::open(path, Access::Read))->game_count() == 15);
  CHECK(faults_of(*opened(Database::open(path, Access::Read))).empty());
  const auto refused = Database::open(path, GENERATE(Access::Write, Access::Create));
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error(), Contains("run `arbiter upgrade`"));
}

TEST_CASE("an upgraded database has the current schema and its old contents", "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path = make_old_database(folder);
  const auto before = visible_content(*opened(Database::open(path, Access::Read)));
  REQUIRE(before.size() == 15);
  const UpgradeResult result = upgrade_database(*opened(Database::open_to_upgrade(path)));
  CHECK(result.version_before == 1);

  const auto database = opened(Database::open(path, Access::Write));
  CHECK(schema_of(*database) == schema_of(*empty_database()));
  CHECK(visible_content(*database) == before);
  CHECK(faults_of(*database).empty());
  CHECK(has_chunk_indexes(database->connection()));
  import_text(*database, games_of_all_kinds());
  CHECK(database->game_count() == 20);
  CHECK(database->connection().integer("SELECT count(*) FROM games WHERE opening IS NULL") < 5);
  CHECK(faults_of(*database).empty());
  CHECK(has_chunk_indexes(database->connection()));
}

// Creates a file with this schema, and executes `sql` in it.
std::string made_with(const TemporaryFolder& folder, const char* sql) {
  const std::string path = folder.path("games.db");
  import_text(*opened(Database::open(path, Access::Create)), games_of_all_kinds());
  (*Connection::open(path, Access::Write))->execute(sql);
  return path;
}

TEST_CASE("foreign objects prevent writing until they are removed", "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path = made_with(
      folder,
      GENERATE("CREATE TRIGGER \"a \"\"b\" BEFORE UPDATE ON game BEGIN DELETE FROM game; END",
               "CREATE TABLE x (a); CREATE INDEX y ON x (a)", "CREATE VIEW x AS SELECT 1",
               "CREATE INDEX x ON game (moves)"));
  CHECK(opened(Database::open(path, Access::Read))->game_count() == 5);
  const auto refused = Database::open(path, Access::Write);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error(), Contains("is not Arbiter's") && Contains("upgrade --clean"));
  CHECK(upgrade_database(*opened(Database::open_to_upgrade(path))).removed == 0);
  CHECK_FALSE(Database::open(path, Access::Write));
  CHECK(upgrade_database(*opened(Database::open_to_upgrade(path)), {.removes_foreign = true})
            .removed >= 1);
  CHECK(faults_of(*opened(Database::open(path, Access::Write))).empty());
}

TEST_CASE("modified views are recreated, and a modified table is rejected", "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path =
      made_with(folder, "DROP VIEW games; CREATE VIEW games AS SELECT 1 AS id; DROP VIEW players");
  CHECK(faults_of(*opened(Database::open(path, Access::Read))).size() == 2);
  CHECK(faults_of(*opened(Database::open(path, Access::Write))).empty());
  (*Connection::open(path, Access::Write))
      ->execute("ALTER TABLE fact RENAME TO x; CREATE VIEW fact AS SELECT 1 AS id, x'' AS data");
  const auto refused = Database::open(path, GENERATE(Access::Read, Access::Write));
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error(), Contains("the table 'fact' is missing"));
}

TEST_CASE("foreign objects in a file of version 1 are reported, and removed by an upgrade",
          "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path = make_old_database(folder);
  (*Connection::open(path, Access::Write))
      ->execute(
          "DROP VIEW games; CREATE VIEW games AS SELECT 1 AS id; CREATE TABLE x (a);"
          "CREATE TRIGGER t BEFORE UPDATE ON segment BEGIN DELETE FROM game; END;"
          "CREATE VIEW v AS SELECT * FROM segment JOIN missing");
  CHECK(faults_of(*opened(Database::open(path, Access::Read))) ==
        std::vector<std::string>{
            "file -: the table 'x' is not Arbiter's", "file -: the trigger 't' is not Arbiter's",
            "file -: the view 'games' has been changed", "file -: the view 'v' is not Arbiter's"});
  CHECK(changed_view(opened(Database::open(path, Access::Read))->connection())->name == "games");
  const auto database = opened(Database::open_to_upgrade(path));
  CHECK(upgrade_database(*database, {.removes_foreign = true}).removed == 3);
  CHECK(faults_of(*opened(Database::open(path, Access::Write))).empty());
}

// Returns the stored openings of the games in a file.
std::vector<std::string> openings_of(const Database& database) {
  std::vector<std::string> openings;
  Statement query =
      database.connection().prepare("SELECT id, opening_eco, opening, opening_ply FROM games");
  while (query.step()) {
    openings.push_back(fmt::format("{} {} {} {}", query.integer(0), query.text(1), query.text(2),
                                   query.integer(3)));
  }
  return openings;
}

TEST_CASE("a file without openings can only be read, and an upgrade adds them", "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path = made_with(folder, "SELECT 1");
  const auto before = openings_of(*opened(Database::open(path, Access::Read)));
  const auto content = visible_content(*opened(Database::open(path, Access::Read)));
  REQUIRE(before.size() == 5);
  CHECK(before.front() != "1   0");
  (*Connection::open(path, Access::Write))
      ->execute(
          "DROP TABLE opening; UPDATE game SET opening = NULL; DELETE FROM fact WHERE id % 32 = "
          "14");
  const auto old = opened(Database::open(path, Access::Read));
  CHECK(old->game_count() == 5);
  CHECK(visible_content(*old) == content);
  CHECK(faults_of(*old) == std::vector<std::string>{"file -: the table 'opening' is missing"});
  const auto refused = Database::open(path, Access::Write);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error(), Contains("run `arbiter upgrade`"));
  CHECK(upgrade_database(*opened(Database::open_to_upgrade(path))).was_classified);
  const auto database = opened(Database::open(path, Access::Write));
  CHECK(openings_of(*database) == before);
  CHECK(visible_content(*database) == content);
  CHECK(faults_of(*database).empty());
}

TEST_CASE("a file without an index can be read and written, and an upgrade adds it", "[upgrade]") {
  const TemporaryFolder folder;
  const std::string path = made_with(
      folder, GENERATE("DELETE FROM fact WHERE id % 32 = 19", "DELETE FROM fact WHERE id % 32 = 18",
                       "DELETE FROM fact WHERE id % 32 >= 19"));
  CHECK(faults_of(*opened(Database::open(path, Access::Read))).empty());
  const auto content = visible_content(*opened(Database::open(path, Access::Read)));
  import_text(*opened(Database::open(path, Access::Write)), games_of_all_kinds());
  CHECK(faults_of(*opened(Database::open(path, Access::Read))).empty());
  {
    const auto database = opened(Database::open_to_upgrade(path));
    CHECK_FALSE(has_chunk_indexes(database->connection()));
    CHECK(upgrade_database(*database).has_new_indexes);
    CHECK_FALSE(upgrade_database(*database).has_new_indexes);
  }
  const auto database = opened(Database::open(path, Access::Write));
  CHECK(has_chunk_indexes(database->connection()));
  CHECK(faults_of(*database).empty());
  const auto after = visible_content(*database);
  CHECK(std::vector(after.begin(), after.begin() + std::ssize(content)) == content);
}

TEST_CASE("an upgrade with an opening table replaces the openings of all games", "[upgrade]") {
  const auto database = care_database();
  const auto table = OpeningFile::parse("A00\tMine\t1. e4\n");
  REQUIRE(table);
  CHECK(upgrade_database(*database, {.openings = &(*table)->table()}).was_classified);
  CHECK(faults_of(*database).empty());
  CHECK(database->connection().integer("SELECT count(*) FROM opening") == 1);
  CHECK(database->connection().integer("SELECT count(*) FROM games WHERE opening = 'Mine'") > 0);
  CHECK_FALSE(upgrade_database(*database).was_classified);
}

TEST_CASE("an upgrade of a current database changes nothing", "[upgrade]") {
  const auto database = care_database();
  const auto before = schema_of(*database);
  CHECK(upgrade_database(*database).version_before == kSchemaVersion);
  CHECK(schema_of(*database) == before);
}

}  // namespace
}  // namespace arbiter::testing
