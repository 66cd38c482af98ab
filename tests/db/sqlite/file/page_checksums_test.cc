#include "db/sqlite/file/page_checksums.h"

#include <sqlite3.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "db/model/damage.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

constexpr std::size_t kPage = 4096;
constexpr const char* kOurs =
    "PRAGMA application_id = 0x41726274; PRAGMA user_version = 2; PRAGMA journal_mode = WAL;"
    "CREATE TABLE t (id INTEGER PRIMARY KEY, v);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"
    " INSERT INTO t SELECT i, zeroblob(i * 150) FROM n;"
    "CREATE INDEX t_v ON t (length(v))";

std::unique_ptr<Connection> opened(const std::string& path, Access access) {
  auto connection = Connection::open(path, access);
  if (!connection) FAIL(connection.error());
  return *std::move(connection);
}

std::string make_checked(const TemporaryFolder& folder) {
  const std::string path = folder.path("checked.db");
  const auto connection = opened(path, Access::Create);
  make_room_for_checksums(*connection);
  connection->execute(kOurs);
  return path;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Reads every used page of a database with these bytes. Returns the error message, or an empty
// string.
std::string fault_in(const TemporaryFolder& folder, const std::string& bytes) {
  const std::string path = folder.write("changed.db", bytes);
  try {
    const auto connection = opened(path, Access::Read);
    connection->integer("SELECT sum(length(hex(v))) FROM t");
    connection->integer("SELECT count(*) FROM t WHERE length(v) > 0");
    return "";
  } catch (const IoError& error) {
    return error.what();
  }
}

TEST_CASE("a flipped bit in any page is an error that names the page", "[checksums]") {
  const TemporaryFolder folder;
  const std::string intact = bytes_of(make_checked(folder));
  REQUIRE(intact.size() % kPage == 0);
  REQUIRE(fault_in(folder, intact).empty());
  std::mt19937_64 random(1);
  for (std::size_t page = 2; page <= intact.size() / kPage; ++page) {
    std::string bytes = intact;
    const std::size_t place = (page - 1) * kPage + random() % kPage;
    bytes[place] = static_cast<char>(bytes[place] ^ 1 << random() % 8);
    CAPTURE(page, place);
    CHECK_THAT(fault_in(folder, bytes),
               Contains("page " + std::to_string(page) + " does not match its checksum"));
  }
}

TEST_CASE("a page in the place of another, zeros and a shorter file are errors", "[checksums]") {
  const TemporaryFolder folder;
  const std::string intact = bytes_of(make_checked(folder));
  const std::size_t pages = intact.size() / kPage;
  for (const std::size_t page : {std::size_t{5}, pages - 2, pages - 1}) {
    CAPTURE(page);
    std::string bytes = intact;
    CHECK_FALSE(fault_in(folder, bytes.replace(page * kPage, kPage, kPage, '\0')).empty());
    CHECK_FALSE(
        fault_in(folder, bytes.replace(page * kPage, kPage, intact, (page - 1) * kPage, kPage))
            .empty());
    CHECK_FALSE(fault_in(folder, intact.substr(0, page * kPage + 100)).empty());
  }
}

TEST_CASE("a program that waited for a replaced file leaves the log of the new one",
          "[checksums]") {
  const TemporaryFolder folder;
  const std::string path = make_checked(folder);
  sqlite3* waiting = nullptr;
  REQUIRE(sqlite3_open_v2(path.c_str(), &waiting, SQLITE_OPEN_READWRITE, checking_layer()) ==
          SQLITE_OK);
  std::filesystem::rename(folder.write("new.db", bytes_of(path)), path);
  const auto writer = opened(path, Access::Write);
  writer->execute("INSERT INTO t VALUES (61, NULL)");
  CHECK(sqlite3_exec(waiting, "SELECT count(*) FROM t", nullptr, nullptr, nullptr) ==
        SQLITE_READONLY);
  CHECK(std::filesystem::exists(path + "-wal"));
  sqlite3_close(waiting);
  CHECK(std::filesystem::exists(path + "-wal"));
}

TEST_CASE("a page written by a program without checksums is an error", "[checksums]") {
  const TemporaryFolder folder;
  const std::string path = make_checked(folder);
  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &other) == SQLITE_OK);
  CHECK(sqlite3_exec(other, "SELECT sum(length(v)) FROM t", nullptr, nullptr, nullptr) ==
        SQLITE_OK);
  REQUIRE(sqlite3_exec(other, "UPDATE t SET v = 'x' WHERE id = 2", nullptr, nullptr, nullptr) ==
          SQLITE_OK);
  sqlite3_close(other);
  CHECK_THAT(fault_in(folder, bytes_of(path)), Contains("does not match its checksum"));
}

TEST_CASE("checksums stay correct through changes, VACUUM and a rollback", "[checksums]") {
  const TemporaryFolder folder;
  const std::string path = make_checked(folder);
  {
    const auto connection = opened(path, Access::Write);
    const char* journal = GENERATE("PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = WAL");
    connection->execute(journal);
    connection->execute("PRAGMA cache_size = 5; BEGIN; DELETE FROM t WHERE id % 3 = 0; ROLLBACK");
    connection->execute("BEGIN; UPDATE t SET v = zeroblob(9000) WHERE id % 7 = 0; COMMIT; VACUUM");
    CHECK(has_room_for_checksums(*connection));
  }
  CHECK(fault_in(folder, bytes_of(path)).empty());
}

TEST_CASE("VACUUM adds space for checksums, and foreign databases are not compared",
          "[checksums]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("plain.db");
  {
    const auto connection = opened(path, Access::Create);
    connection->execute(kOurs);
    CHECK_FALSE(has_room_for_checksums(*connection));
  }
  const auto in_a_blob = [&] { return bytes_of(path).find(std::string(3000, '\0')) + 1500; };
  std::string bytes = bytes_of(path);
  bytes[in_a_blob()] ^= 1;
  CHECK(fault_in(folder, bytes).empty());
  {
    const auto connection = opened(path, Access::Write);
    make_room_for_checksums(*connection);
    connection->execute("VACUUM");
    CHECK(has_room_for_checksums(*connection));
  }
  bytes = bytes_of(path);
  CHECK(fault_in(folder, bytes).empty());
  bytes[in_a_blob()] ^= 1;
  CHECK_FALSE(fault_in(folder, bytes).empty());
}

TEST_CASE("a checksum depends on every byte of the page and on its number", "[checksums]") {
  std::vector<std::uint8_t> page(512, 7);
  write_checksum(page, 3);
  CHECK(matches_checksum(page, 3));
  CHECK_FALSE(matches_checksum(page, 4));
  for (std::size_t i = 0; i < page.size(); ++i) {
    page[i] ^= 16;
    CHECK_FALSE(matches_checksum(page, 3));
    page[i] ^= 16;
  }
}

}  // namespace
}  // namespace arbiter::testing
