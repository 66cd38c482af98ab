#include "db/sqlite/file/connection.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <span>
#include <stop_token>
#include <thread>

#include "db/model/query_stop.h"
#include "lib/base/result.h"
#include "lib/base/threads.h"
#include "tests/db/ordinary_user.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::Message;
namespace fs = std::filesystem;

std::unique_ptr<Connection> opened(const std::string& path, Access access) {
  auto connection = Connection::open(path, access);
  if (!connection) FAIL(connection.error());
  return *std::move(connection);
}

std::unique_ptr<Connection> with_table(const std::string& path) {
  auto connection = opened(path, Access::Create);
  connection->execute("PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, v)");
  return connection;
}

std::vector<std::string> files_in(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.path(""))) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("a writer waits while another one writes", "[connection]") {
  const TemporaryFolder folder;
  const auto first = with_table(folder.path("a.db"));
  const auto second = opened(folder.path("a.db"), Access::Write);
  first->execute("BEGIN IMMEDIATE; INSERT INTO t (v) VALUES (1)");
  std::jthread soon([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    first->execute("COMMIT");
  });
  second->execute("INSERT INTO t (v) VALUES (2)");
  CHECK(second->integer("SELECT count(*) FROM t") == 2);
}

TEST_CASE("values are read from a table as they were bound", "[connection]") {
  const auto connection = with_table(":memory:");
  Statement insert = connection->prepare("INSERT INTO t (v) VALUES (?1)");
  const std::vector<std::uint8_t> bytes{0, 255, 7};
  insert.bind(1, std::uint64_t{0xffff'ffff'ffff'ffff}).run();
  insert.bind(1, 2.5).run();
  insert.bind(1, "z\xc3\xbcge").run();
  insert.bind(1, std::string_view()).run();
  insert.bind(1, bytes).run();
  insert.bind(1, std::span<const std::uint8_t>()).run();
  insert.bind_null(1).run();
  CHECK(connection->last_row() == 7);

  Statement query = connection->prepare("SELECT v, typeof(v) AS kind FROM t ORDER BY id");
  CHECK(query.columns() == 2);
  CHECK(query.name(1) == "kind");
  REQUIRE(query.step());
  CHECK(query.integer(0) == -1);
  REQUIRE(query.step());
  CHECK(query.real(0) == 2.5);
  REQUIRE(query.step());
  CHECK(query.text(0) == "z\xc3\xbcge");
  REQUIRE(query.step());
  CHECK(query.text(1) == "text");
  CHECK(query.text(0).empty());
  CHECK_FALSE(query.is_null(0));
  REQUIRE(query.step());
  CHECK(std::vector<std::uint8_t>(query.blob(0).begin(), query.blob(0).end()) == bytes);
  REQUIRE(query.step());
  CHECK(query.text(1) == "blob");
  REQUIRE(query.step());
  CHECK(query.is_null(0));
  CHECK_FALSE(query.step());
}

TEST_CASE("a statement runs again after its last row, a reset or a new value", "[connection]") {
  const auto connection = with_table(":memory:");
  connection->execute("INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')");
  Statement query = connection->prepare("SELECT v FROM t WHERE id >= ?1 ORDER BY id");
  REQUIRE(query.bind(1, 3).step());
  CHECK(query.text(0) == "three");
  CHECK_FALSE(query.step());
  REQUIRE(query.step());
  CHECK(query.text(0) == "three");
  REQUIRE(query.bind(1, 2).step());
  CHECK(query.text(0) == "two");
  query.reset();
  REQUIRE(query.step());
  CHECK(query.text(0) == "two");
  Statement other = std::move(query);
  REQUIRE(other.step());
  CHECK(other.text(0) == "three");
}

TEST_CASE("a transaction that is not committed leaves no trace", "[connection]") {
  const auto connection = with_table(":memory:");
  {
    Transaction transaction(*connection);
    connection->execute("INSERT INTO t VALUES (1, 'kept')");
    transaction.commit();
  }
  {
    Transaction transaction(*connection);
    connection->execute("INSERT INTO t VALUES (2, 'lost')");
  }
  CHECK(connection->integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a snapshot shows one moment while another connection writes", "[connection]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const auto writer = with_table(path);
  const auto reader = opened(path, Access::Read);
  {
    const ReadSnapshot snapshot(*reader);
    writer->execute("INSERT INTO t VALUES (1, 'new')");
    CHECK(reader->integer("SELECT count(*) FROM t") == 0);
    const ReadSnapshot inner(*reader);
    CHECK(reader->integer("SELECT count(*) FROM t") == 0);
  }
  CHECK(reader->integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a query ends when the stop of its thread is requested, and others do not",
          "[connection]") {
  const auto connection = opened(std::string(Connection::kInMemory), Access::Create);
  const char* const kEndless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
  const char* const kLong =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "
      "SELECT count(*) FROM n";
  std::stop_source source;
  {
    const QueryStop stop(source.get_token());
    CHECK(connection->integer(kLong) == 100000);
    std::thread client([&source] { source.request_stop(); });
    CHECK_THROWS_AS(connection->integer(kEndless), IoError);
    client.join();
    const auto on_threads = [&](unsigned) {
      opened(std::string(Connection::kInMemory), Access::Create)->integer(kEndless);
    };
    CHECK_THROWS_AS(run_parallel(2, stopped_with_this_thread(on_threads)), IoError);
  }
  CHECK(connection->integer(kLong) == 100000);
}

TEST_CASE("blobs are read and overwritten in part", "[connection]") {
  const auto connection = with_table(":memory:");
  std::vector<std::uint8_t> bytes(100'000);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  connection->prepare("INSERT INTO t VALUES (5, ?1)").bind(1, bytes).run();
  connection->execute("INSERT INTO t VALUES (9, x'0102')");

  auto blob = connection->open_blob("t", "v", 5, Access::Write);
  REQUIRE(blob.has_value());
  CHECK(blob->size() == bytes.size());
  std::vector<std::uint8_t> part(3);
  blob->read(70'000, part);
  CHECK(part == std::vector<std::uint8_t>(bytes.begin() + 70'000, bytes.begin() + 70'003));
  blob->write(70'001, std::vector<std::uint8_t>{1, 2});
  blob->read(70'000, part);
  CHECK(part == std::vector<std::uint8_t>{bytes[70'000], 1, 2});

  REQUIRE(blob->reopen(9));
  CHECK(blob->size() == 2);
  CHECK_FALSE(blob->reopen(10));
  CHECK_FALSE(connection->open_blob("t", "v", 10).has_value());
  CHECK_THROWS_AS(connection->open_blob("none", "v", 5), IoError);
}

TEST_CASE("a path that cannot be opened gives the system's reason", "[connection]") {
  const TemporaryFolder folder;
  const Access access = GENERATE(Access::Read, Access::Write);
  const auto missing = Connection::open(folder.path("none.db"), access);
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == "no such file or directory");
  const auto directory = Connection::open(folder.path(""), access);
  REQUIRE_FALSE(directory);
  CHECK(directory.error() == "is a directory");
  const auto device = Connection::open("/dev/null", access);
  REQUIRE_FALSE(device);
  CHECK(device.error() == "not a regular file");
  const auto nowhere = Connection::open(folder.path("none/games.db"), Access::Create);
  REQUIRE_FALSE(nowhere);
  CHECK_THAT(nowhere.error(), Contains("its folder") && Contains("no such file or directory"));
  CHECK(files_in(folder).empty());
}

TEST_CASE("a file's name has no special meaning", "[connection]") {
  const TemporaryFolder folder;
  const std::string name = GENERATE(as<std::string>{}, "a?mode=memory", "50%41.db", "a#b", "a b",
                                    "file:x.db", "\xc3\xa4.db");
  CAPTURE(name);
  with_table(folder.path(name));
  CHECK(files_in(folder) == std::vector<std::string>{name});
}

TEST_CASE("reading changes nothing and leaves no files behind", "[connection]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  with_table(path)->execute("INSERT INTO t VALUES (1, 'kept')");
  {
    const auto reader = opened(path, Access::Read);
    CHECK(reader->integer("SELECT count(*) FROM t") == 1);
    CHECK_THROWS_AS(reader->execute("DELETE FROM t"), IoError);
  }
  CHECK(files_in(folder) == std::vector<std::string>{"games.db"});
  CHECK(opened(path, Access::Read)->integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a file in a read-only folder is read, and rejected for writers", "[connection]") {
  if (!testing::OrdinaryUser::exists()) return testing::skip_test("every file is open to root");
  const TemporaryFolder folder;
  const std::string path = folder.path("shelf/games.db");
  fs::create_directory(folder.path("shelf"));
  with_table(path)->execute("INSERT INTO t VALUES (1, 'kept')");
  fs::permissions(folder.path(""), fs::perms{0755});
  fs::permissions(path, fs::perms{0644});
  fs::permissions(folder.path("shelf"), fs::perms{0555});
  {
    const testing::OrdinaryUser user;
    const auto reader = opened(path, Access::Read);
    CHECK(reader->integer("SELECT count(*) FROM t") == 1);
    const auto writer = Connection::open(path, Access::Write);
    REQUIRE_FALSE(writer);
    CHECK_THAT(writer.error(), Contains("read-only"));
  }
  fs::permissions(folder.path("shelf"), fs::perms{0755});
}

TEST_CASE("a file whose log was left in a read-only folder is rejected", "[connection]") {
  if (!testing::OrdinaryUser::exists()) return testing::skip_test("every file is open to root");
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const std::string copy = folder.path("shelf/games.db");
  fs::create_directory(folder.path("shelf"));
  const auto writer = with_table(path);
  writer->execute("INSERT INTO t VALUES (1, 'only in the log')");
  fs::copy(path, copy);
  fs::copy(path + "-wal", copy + "-wal");
  fs::permissions(folder.path(""), fs::perms{0755});
  fs::permissions(folder.path("shelf"), fs::perms{0555});
  {
    const testing::OrdinaryUser user;
    const auto reader = Connection::open(copy, Access::Read);
    REQUIRE(reader);
    CHECK_THROWS_WITH((*reader)->integer("SELECT count(*) FROM t"),
                      Contains(copy + ": ") && Contains("work on a copy"));
  }
  fs::permissions(folder.path("shelf"), fs::perms{0755});
  // In a writable folder, the log is applied.
  CHECK(opened(copy, Access::Read)->integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a file without permission is rejected with the reason", "[connection]") {
  if (!testing::OrdinaryUser::exists()) return testing::skip_test("every file is open to root");
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  with_table(path);
  fs::permissions(folder.path(""), fs::perms{0777});
  fs::permissions(path, fs::perms{0444});
  {
    const testing::OrdinaryUser user;
    const auto writer = Connection::open(path, Access::Write);
    REQUIRE_FALSE(writer);
    CHECK(writer.error() == "it is read-only (permission denied)");
  }
  fs::permissions(path, fs::perms::none);
  const testing::OrdinaryUser user;
  const auto reader = Connection::open(path, Access::Read);
  REQUIRE_FALSE(reader);
  CHECK(reader.error() == "permission denied");
}

TEST_CASE("errors name the file, the reason and a remedy", "[connection]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const auto connection = with_table(path);

  SECTION("no space") {
    connection->execute("PRAGMA max_page_count = 3");
    CHECK_THROWS_MATCHES(
        connection->execute("INSERT INTO t VALUES (1, zeroblob(100000))"), IoError,
        Message(path + ": the disk is full; free disk space and repeat the command; completed"
                       " changes are kept"));
  }
  SECTION("a lock that is not released") {
    const auto other = opened(path, Access::Write);
    const Transaction transaction(*other);
    connection->execute("PRAGMA busy_timeout = 10");
    CHECK_THROWS_MATCHES(
        Transaction(*connection), IoError,
        Message(path + ": another program is writing to it; try again when it has finished"));
  }
  SECTION("a damaged page") {
    connection->execute("INSERT INTO t VALUES (1, zeroblob(100000))");
    connection->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(4096, '\xee');
    file.close();
    const auto reader = opened(path, Access::Read);
    CHECK_THROWS_WITH(reader->integer("SELECT length(v) FROM t WHERE id = 1"),
                      Contains(path + ": it is damaged (") && Contains("`arbiter verify`"));
  }
  SECTION("invalid SQL") {
    CHECK_THROWS_MATCHES(connection->prepare("SELECT x FROM t"), IoError,
                         Message(path + ": no such column: x"));
    CHECK_THROWS_AS(connection->integer("SELECT id FROM t"), IoError);
  }
}

TEST_CASE("a borrowed connection stays open", "[connection]") {
  const auto owner = with_table(":memory:");
  {
    const auto guest = Connection::borrow(owner->handle());
    guest->execute("INSERT INTO t VALUES (1, 'guest')");
  }
  CHECK(owner->integer("SELECT count(*) FROM t") == 1);
}

}  // namespace
}  // namespace arbiter::testing
