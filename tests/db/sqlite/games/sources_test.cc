// Tests the rows of source files: their identity, and how far they were read.
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>

#include "db/model/source.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
TEST_CASE("a file is identified by its real name, size and date", "[sources]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a/games.pgn", "12345");
  std::filesystem::create_symlink(path, folder.path("link.pgn"));
  const SourceFile file = source_file(path);
  CHECK(file.name == std::filesystem::canonical(path).string());
  CHECK(file.bytes == 5);
  CHECK(file.can_be_read_again);
  CHECK(source_file(folder.path("a/../link.pgn")) == file);

  const auto date = std::filesystem::last_write_time(path);
  std::filesystem::last_write_time(path, date + std::chrono::nanoseconds(1000));
  CHECK(source_file(path).modified == file.modified + 1000);
}

TEST_CASE("pipes are new every time", "[sources]") {
  const TemporaryFolder folder;
  CHECK(!source_file("-").can_be_read_again);
  CHECK(source_file("-").name == "<stdin>");
  CHECK(!source_file("/dev/null").can_be_read_again);
  CHECK(!source_file(folder.path("none.pgn")).can_be_read_again);
}

TEST_CASE("a stored source is read back", "[sources]") {
  const auto database = empty_database();
  const SourceStore store(database->connection());
  CHECK(store.records().empty());
  const SourceFile file{.name = "/games.pgn", .bytes = 1000, .modified = 1'700'000'000'123'456'789};
  const SourceId id = store.add(file);

  SECTION("new") {
    const SourceRecord record = store.records().at("/games.pgn");
    CHECK(record.mark.source == id);
    CHECK(record.mark.offset == 0);
    CHECK(record.mark.fingerprint == Fingerprint().value());
    CHECK(!record.mark.is_finished);
    CHECK(record.file == file);
  }
  SECTION("partially read, then changed on disk") {
    const SourceMark mark{.source = id,
                          .offset = 700,
                          .lines = 30,
                          .games = 4,
                          .fingerprint = 0xfedc'ba98'7654'3210,
                          .is_finished = true};
    store.save(mark);
    const SourceRecord record = store.records().at("/games.pgn");
    CHECK(record.mark.offset == 700);
    CHECK(record.mark.lines == 30);
    CHECK(record.mark.games == 4);
    CHECK(record.mark.fingerprint == mark.fingerprint);
    CHECK(record.mark.is_finished);

    store.reopen(id, {.name = "/games.pgn", .bytes = 1200, .modified = 5});
    const SourceRecord reopened = store.records().at("/games.pgn");
    CHECK(reopened.file.bytes == 1200);
    CHECK(reopened.file.modified == 5);
    CHECK(!reopened.mark.is_finished);
    CHECK(reopened.mark.offset == 700);
  }
  SECTION("twice") {
    const SourceId second = store.add({.name = "/games.pgn", .bytes = 1});
    CHECK(store.records().size() == 1);
    CHECK(store.records().at("/games.pgn").mark.source == second);
  }
}

TEST_CASE("sources are written by their ids", "[sources]") {
  const auto database = empty_database();
  const SourceStore store(database->connection());
  const SourceId id = store.add({.name = "/games.pgn"});
  const StatementLog log(database->connection());
  store.save({.source = id});
  store.reopen(id, {.name = "/games.pgn"});
  CHECK(log.statements().size() == 4);
  CHECK(whole_readings(database->connection(), log).empty());
}
