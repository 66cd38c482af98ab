#include "db/sqlite/games/database.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "db/model/game_draft.h"
#include "db/sqlite/games/game_columns.h"
#include "lib/base/result.h"
#include "tests/db/ordinary_user.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
namespace fs = std::filesystem;

std::unique_ptr<Database> opened(const std::string& path, Access access) {
  auto database = Database::open(path, access);
  if (!database) FAIL(database.error());
  return *std::move(database);
}

std::string refusal(const std::string& path, Access access) {
  const auto database = Database::open(path, access);
  return database ? "opened" : database.error();
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Creates a database of another program, with tables created by `sql`.
std::string made_by_hand(const TemporaryFolder& folder, const char* sql) {
  const std::string path = folder.path("other.db");
  (*Connection::open(path, Access::Create))->execute(sql);
  return path;
}

TEST_CASE("a new file has the properties in README.md", "[database]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const bool is_there = GENERATE(false, true);
  if (is_there) folder.write("games.db", "");
  {
    const auto database = opened(path, Access::Create);
    const Connection& connection = database->connection();
    CHECK(connection.integer("PRAGMA application_id") == 0x41726274);
    CHECK(connection.integer("PRAGMA user_version") == 2);
    CHECK(connection.integer("PRAGMA page_size") == 16384);
    CHECK(connection.integer("PRAGMA synchronous") == 1);
    Statement journal = connection.prepare("PRAGMA journal_mode");
    REQUIRE(journal.step());
    CHECK(journal.text(0) == "wal");
    journal.reset();
    CHECK(database->last_game() == 0);
    CHECK(database->game_count() == 0);
    CHECK_FALSE(database->index_plies().has_value());
  }
  // Fields at fixed offsets in the header of an SQLite file.
  const std::string bytes = bytes_of(path);
  CHECK(bytes.substr(68, 4) == "Arbt");
  CHECK(bytes.substr(60, 4) == std::string("\0\0\0\2", 4));
  CHECK(bytes.substr(18, 2) == "\2\2");  // WAL
  CHECK(std::distance(fs::directory_iterator(folder.path("")), {}) == 1);
  CHECK(opened(path, Access::Read)->last_game() == 0);
}

TEST_CASE("an existing database is opened, not created again", "[database]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  opened(path, Access::Create)->set_index_plies(40);
  const Access access = GENERATE(Access::Read, Access::Write, Access::Create);
  CHECK(opened(path, access)->index_plies() == 40);
}

TEST_CASE("two programs can create the same file at the same time", "[database]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  std::vector<std::string> errors(4);
  std::vector<std::thread> threads;
  for (std::string& error : errors) {
    threads.emplace_back([&] { error = refusal(path, Access::Create); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& error : errors) CHECK(error == "opened");
  CHECK(opened(path, Access::Read)->connection().integer("SELECT count(*) FROM meta") == 3);
}

TEST_CASE("a path that cannot be opened is rejected with the reason and a remedy", "[database]") {
  const TemporaryFolder folder;
  const Access access = GENERATE(Access::Read, Access::Write);
  CHECK(refusal(folder.path("none.db"), access) ==
        "no such file; create a database with `arbiter import`");
  CHECK(refusal(folder.path(""), access) == "is a directory");
  CHECK(refusal(folder.write("empty.db", ""), access) ==
        "the database is empty; import games with `arbiter import`");
}

TEST_CASE("a file that is not an Arbiter database is rejected and not changed", "[database]") {
  const TemporaryFolder folder;
  const Access access = GENERATE(Access::Read, Access::Write, Access::Create);
  struct Case {
    std::string path;
    std::string_view reason;
  };
  const std::string newer =
      made_by_hand(folder, "PRAGMA application_id = 0x41726274; PRAGMA user_version = 3");
  fs::rename(newer, folder.path("newer.db"));
  fs::rename(made_by_hand(folder, "PRAGMA application_id = 0x41726274"), folder.path("older.db"));
  const Case cases[] = {
      {folder.write("games.pgn", "[Event \"?\"]\n\n1. e4 *\n"),
       "not an Arbiter database; create one with `arbiter import`"},
      {folder.write("short.db", "SQLite"),
       "not an Arbiter database; create one with `arbiter import`"},
      {folder.write("torn.db", std::string("SQLite format 3\0 and no more", 28)),
       "it is not a database, or its first page is damaged"},
      {folder.path("older.db"), "it is damaged: its schema version is unknown"},
      {made_by_hand(folder, "CREATE TABLE contacts (name)"),
       "it is a database of another program; left unchanged"},
      {folder.path("newer.db"),
       "it was created by a newer Arbiter (schema version 3; this one supports version 2);"
       " update Arbiter to use it"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.path);
    const std::string before = bytes_of(c.path);
    CHECK(refusal(c.path, access) == c.reason);
    CHECK(bytes_of(c.path) == before);
  }
}

TEST_CASE("another program's database without tables is not changed", "[database]") {
  const TemporaryFolder folder;
  const std::string path =
      made_by_hand(folder, GENERATE("PRAGMA application_id = 7", "PRAGMA user_version = 7"));
  CHECK_THAT(refusal(path, Access::Create), Contains("another program"));
}

TEST_CASE("a database with keys or moves of another version is rejected", "[database]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const std::string name = GENERATE(as<std::string>{}, "key_version", "move_code_version");
  opened(path, Access::Create)
      ->connection()
      .execute(("UPDATE meta SET value = 2 WHERE name = '" + name + "'").c_str());
  CHECK_THAT(refusal(path, Access::Read), Contains("update Arbiter"));
}

TEST_CASE("a damaged first page is reported as damaged", "[database]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  opened(path, Access::Create);
  std::string bytes = bytes_of(path);
  std::fill(bytes.begin() + 100, bytes.begin() + 16384, '\xee');
  folder.write("games.db", bytes);
  CHECK_THAT(refusal(path, Access::Read), Contains("damaged"));
}

TEST_CASE("a read-only file is rejected only for writers", "[database]") {
  if (!testing::OrdinaryUser::exists()) return testing::skip_test("every file is open to root");
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  opened(path, Access::Create);
  fs::permissions(folder.path(""), fs::perms{0777});
  fs::permissions(path, fs::perms{0444});
  const testing::OrdinaryUser user;
  CHECK(refusal(path, Access::Read) == "opened");
  CHECK(refusal(path, Access::Write) == "it is read-only (permission denied)");
  CHECK(refusal(path, Access::Create) == "it is read-only (permission denied)");
}

TEST_CASE("a writer neither waits for readers nor blocks them", "[database]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const auto writer = opened(path, Access::Create);
  const auto reader = opened(path, Access::Read);
  const ReadSnapshot snapshot(reader->connection());
  {
    Transaction transaction(writer->connection());
    writer->connection().execute("INSERT INTO meta VALUES ('last_game', 5)");
    CHECK(reader->last_game() == 0);
    CHECK(opened(path, Access::Read)->last_game() == 0);
    transaction.commit();
  }
  CHECK(reader->last_game() == 0);
  CHECK(opened(path, Access::Read)->last_game() == 5);
}

TEST_CASE("a borrowed connection is judged by its contents", "[database]") {
  const auto other = *Connection::open(":memory:", Access::Create);
  const auto refused = Database::borrow(other->handle());
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error(), Contains("empty"));

  const auto own = opened(":memory:", Access::Create);
  const auto borrowed = Database::borrow(own->connection().handle());
  REQUIRE(borrowed);
  CHECK((*borrowed)->last_game() == 0);
}

TEST_CASE("the game count omits games that were deleted or never stored", "[database]") {
  const auto database = opened(":memory:", Access::Create);
  ColumnWriter facts(database->connection());
  ColumnRow row;
  facts.add(GameId{1}, row);
  facts.add(GameId{4}, row);
  row[GameColumn::Flags] = kDeleted | kIncomplete;
  facts.add(GameId{5}, row);
  row[GameColumn::Flags] = kIncomplete;
  facts.add(GameId{40'000}, row);
  facts.finish();
  CHECK(database->game_count() == 3);
}

}  // namespace
}  // namespace arbiter::testing
