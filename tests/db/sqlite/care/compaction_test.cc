#include "db/sqlite/care/compaction.h"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/chess/position.h"
#include "lib/io/output_file.h"
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

TEST_CASE("no query returns deleted games") {
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

// `compact` locks the old file, renames the new one, and empties the old one.
TEST_CASE("a reader that starts while the file is exchanged reads the new file") {
  const TemporaryFolder folder;
  const std::string path = folder.path("a.db");
  const std::string copy = folder.path("b.db");
  for (const std::string& name : {path, copy}) {
    auto made = Database::open(name, Access::Create);
    REQUIRE(made);
    store_samples(**made, std::vector<SampleGame>(name == path ? 1 : 2));
  }
  auto old = Connection::open(path, Access::Write);
  REQUIRE(old);
  (*old)->execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  std::thread exchange([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::filesystem::resize_file(path, 0);
    std::filesystem::rename(copy, path);
    old = Error{"closed"};
  });
  const auto database = Database::open(path, Access::Read);
  exchange.join();
  CAPTURE(database ? "" : database.error());
  REQUIRE(database);
  CHECK((*database)->game_count() == 2);
}

TEST_CASE("a game is deleted once, and a missing game never") {
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

TEST_CASE("compaction removes the data of deleted games and nothing else") {
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

TEST_CASE("an id is never used again") {
  const auto database = care_database(10);
  const std::int64_t last = database->last_game();
  delete_numbers(*database, {last, last - 1});
  compact_database(*database, {});
  CHECK(database->last_game() == last);
  testing::import_text(*database, testing::games_of_all_kinds());
  CHECK(SqliteReader(*database).games().game(GameId{last + 1}));
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("a second compaction changes nothing") {
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

TEST_CASE("a damaged index is rebuilt from the games") {
  const char* damage =
      GENERATE("DELETE FROM posting_block", "UPDATE posting_block SET data = substr(data, 1, 1040)",
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

TEST_CASE("columns and folded names can be rebuilt") {
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

namespace {

namespace fs = std::filesystem;

std::unique_ptr<Database> opened(const std::string& path, Access access = Access::Write) {
  auto database = Database::open(path, access);
  if (!database) FAIL(database.error());
  return *std::move(database);
}

// Creates a file in segments of 100 games, some of them deleted.
std::string file_with_deleted_games(const TemporaryFolder& folder, std::size_t games) {
  const std::string path = folder.path("games.db");
  const auto database = opened(path, Access::Create);
  import_text(*database, games_of_all_kinds());
  import_text(*database, many_games(games));
  delete_numbers(*database, numbers_from(2, 3, static_cast<std::int64_t>(games)));
  return path;
}

CompactionResult compact(const std::string& path) {
  return compact_file(opened(path), {}, [](double) {});
}

// Returns the number of bytes written by this process, to files and pipes.
std::uint64_t bytes_written() {
  std::ifstream file("/proc/self/io");
  std::string word;
  std::uint64_t bytes = 0;
  while (file >> word && word != "wchar:") {
  }
  file >> bytes;
  return bytes;
}

}  // namespace

TEST_CASE("a file is compacted like a database, by a copy that replaces it") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, GENERATE(0, 40, 1200));
  fs::copy_file(path, folder.path("other.db"));
  const auto other = opened(folder.path("other.db"));
  const auto before = visible_content(*other);
  const CompactionResult expected = compact_database(*other, {});
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
  const auto permissions = fs::status(path).permissions();

  const CompactionResult result = compact(path);
  CHECK(result.games == expected.games);
  CHECK(result.names == expected.names);
  CHECK(result.bytes_after <= expected.bytes_after);
  CHECK(result.bytes_after == fs::file_size(path));
  CHECK(fs::status(path).permissions() == permissions);
  const auto database = opened(path);
  CHECK(content_of(*database) == content_of(*other));
  CHECK(visible_content(*database) == before);
  CHECK(database->last_game() == other->last_game());
  CHECK(faults_of(*database) == Faults());
  import_text(*database, many_games(20, 5000));
  CHECK(faults_of(*database) == Faults());
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(path).parent_path())) {
    files += entry.path().filename().string().starts_with("games.db-c") ? 1 : 0;
  }
  CHECK(files == 0);
}

TEST_CASE("only the owner can read the copy until it replaces the file and gets its attributes") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 1200);
  REQUIRE(::chmod(path.c_str(), 0644) == 0);
  const bool has_attributes = ::setxattr(path.c_str(), "user.origin", "club", 4, 0) == 0;
  std::size_t looks = 0;
  compact_file(opened(path), {}, [&](double) {
    struct stat copy {};
    if (::stat((path + "-compact").c_str(), &copy) != 0) return;
    ++looks;
    CHECK((copy.st_mode & 0777) == 0600);
  });
  CHECK(looks > 0);
  CHECK(fs::status(path).permissions() == fs::perms(0644));
  std::array<char, 10> value{};
  if (has_attributes)
    CHECK(::getxattr(path.c_str(), "user.origin", value.data(), value.size()) == 4);
}

TEST_CASE("a signal during a compaction leaves nothing of the copy") {
  struct Signal {};
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 1200);
  const auto stop = [&](double) {
    for (const char* ending : {"-wal", "-shm"}) {  // SQLite creates them at the end of the copy
      folder.write(std::string("games.db-compact") + ending, "unfinished");
    }
    remove_unfinished_files();  // as the signal handler does
    for (const char* ending : {"", "-wal", "-shm"}) {
      CAPTURE(ending);
      CHECK_FALSE(fs::exists(path + "-compact" + ending));
    }
    throw Signal();
  };
  CHECK_THROWS_AS(compact_file(opened(path), {}, stop), Signal);
  CHECK(faults_of(*opened(path)) == Faults());
}

TEST_CASE("a compaction writes less than twice the remaining size") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 15'000);
  const std::uint64_t before = bytes_written();
  const CompactionResult result = compact(path);
  const std::uint64_t written = bytes_written() - before;
  CAPTURE(result.bytes_before, result.bytes_after, written);
  CHECK(written >= result.bytes_after);
  CHECK(written < 2 * result.bytes_after);
}

TEST_CASE("a second compaction of a file writes nothing") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 40);
  compact(path);
  const auto time = fs::last_write_time(path);
  const CompactionResult result = compact(path);
  CHECK(result.games == 0);
  CHECK(result.bytes_after == result.bytes_before);
  CHECK(fs::last_write_time(path) == time);
}

TEST_CASE("an unfinished copy is harmless, and a link is followed") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 40);
  folder.write("games.db-compact", "half a copy");
  folder.write("games.db-compact-wal", "of another one");
  fs::create_symlink(path, folder.path("link.db"));
  compact(folder.path("link.db"));
  CHECK(fs::is_symlink(folder.path("link.db")));
  CHECK_FALSE(fs::exists(path + "-compact"));
  CHECK(faults_of(*opened(path)) == Faults());
}

TEST_CASE("the user's own tables and other names of a file survive a compaction") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 40);
  const bool has_table = GENERATE(true, false);
  if (has_table) {
    const auto database = opened(path);
    database->connection().execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (5)");
    adopt_objects(database->connection());
  } else {
    fs::create_hard_link(path, folder.path("second.db"));
  }
  compact(path);
  CHECK(faults_of(*opened(path)) == Faults());
  CHECK(opened(path)->connection().integer("SELECT count(*) FROM game WHERE flags & 1") == 0);
  if (has_table) CHECK(opened(path)->connection().integer("SELECT a FROM mine") == 5);
  if (!has_table) CHECK(fs::hard_link_count(path) == 2);
}

TEST_CASE("a file is not replaced while other programs have it open", "[slow]") {
  const TemporaryFolder folder;
  const std::string path = file_with_deleted_games(folder, 40);
  const auto reader = opened(path, Access::Read);
  const auto before = visible_content(*reader);
  CHECK_THROWS_WITH(compact(path), Catch::Matchers::Contains("another program"));
  CHECK(visible_content(*reader) == before);
  CHECK(faults_of(*opened(path)) == Faults());
}

}  // namespace arbiter::testing
