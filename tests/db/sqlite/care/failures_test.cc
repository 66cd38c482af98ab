// Runs the real program on full disks, with unusable files, and concurrently with other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "db/sqlite/games/database.h"
#include "tests/db/import_run.h"
#include "tests/db/sqlite/care/program_checks.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

constexpr std::size_t kGames = 1500;

}  // namespace

TEST_CASE("a full disk is reported, and the games stored before are kept") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(kGames));
  const std::string path = folder.path("full.db");
  const std::string whole = folder.path("whole.db");
  REQUIRE(run_arbiter({"import", whole, games, "--batch", "100", "-q"}).status == 0);
  const auto most = fs::file_size(whole);
  // `ulimit -f` counts blocks of 1024 bytes.
  const std::uintmax_t part = GENERATE(2, 4, 8);
  const std::string limited = fmt::format("trap '' XFSZ; ulimit -f {}; ", most / part / 1024);
  const ProgramRun run = run_shell(
      limited + fmt::format("'{}' import '{}' '{}' --batch 100 -q", program_path(), path, games));
  CAPTURE(run.output);
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("disk") && Contains("full.db"));
  check_is_clean_or_empty(path);
  REQUIRE(run_arbiter({"import", path, games, "--batch", "100", "-q"}).status == 0);
  CHECK(content(path) == content(whole));

  const auto before = content(path);
  const ProgramRun compact =
      run_shell(limited + fmt::format("'{}' compact '{}' --rebuild", program_path(), path));
  CAPTURE(compact.output);
  CHECK(compact.status == 2);
  CHECK_THAT(compact.output, Contains("disk"));
  CHECK(content(path) == before);
  check_is_clean(path);
}

TEST_CASE("output that cannot be written is an error") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(20));
  const std::string path = folder.path("games.db");
  REQUIRE(run_arbiter({"import", path, games, "-q"}).status == 0);
  const std::string command = GENERATE("verify", "dedup", "compact");
  const ProgramRun run =
      run_shell(fmt::format("'{}' {} '{}' > /dev/full", program_path(), command, path));
  CAPTURE(command, run.output);
  // dedup without duplicates has no output.
  CHECK(run.status == (command == "dedup" ? 0 : 2));
  check_is_clean(path);
}

TEST_CASE("files that are not an Arbiter database are rejected and not changed") {
  const TemporaryFolder folder;
  const std::string path = folder.path("file.db");
  const std::string kind = GENERATE("text", "empty", "other", "newer", "missing");
  CAPTURE(kind);
  if (kind == "text") folder.write("file.db", std::string(50000, 'x'));
  if (kind == "empty") folder.write("file.db", "");
  if (kind == "other" || kind == "newer") {
    const auto database = *Database::open(path, Access::Create);
    database->connection().execute(kind == "other" ? "PRAGMA application_id = 7"
                                                   : "PRAGMA user_version = 99");
  }
  const std::string before = kind == "missing" ? "" : read_text(path);
  const std::string command = GENERATE("verify", "compact", "dedup", "delete", "sql");
  Words words = {command, path};
  if (command == "dedup") words.push_back("--apply");
  if (command == "delete") words.insert(words.end(), {"--all", "--apply"});
  if (command == "sql") words.push_back("SELECT 1");
  const ProgramRun run = run_arbiter(words);
  CAPTURE(command, run.output, run.errors);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("file.db"));
  CHECK(fs::exists(path) == (kind != "missing"));
  if (kind != "missing") CHECK(read_text(path) == before);
}

TEST_CASE(
    "a damaged page is reported by verify and by every command that reads it, and nothing is "
    "lost") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(kGames));
  const std::string path = folder.path("games.db");
  REQUIRE(run_arbiter({"import", path, games, "-q"}).status == 0);
  std::size_t page = 0;
  {
    const auto database = *Database::open(path, Access::Read);
    page = static_cast<std::size_t>(
        database->connection().integer("SELECT rootpage FROM sqlite_master WHERE name = 'game'"));
  }
  {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>((page - 1) * 16384));
    file << std::string(16384, 'x');
  }
  const std::string before = read_text(path);
  const ProgramRun verify = run_arbiter({"verify", path});
  CAPTURE(verify.output, verify.errors);
  CHECK(verify.status == 1);
  CHECK_THAT(verify.output,
             Contains("error[file]") && Contains(fmt::format("page {}, of game", page)));
  CHECK_THAT(verify.output, Contains("games 1 to 1500 cannot be read"));
  for (const Words& words :
       {Words{"compact", path, "--rebuild"}, Words{"delete", path, "--all", "--yes"},
        Words{"dedup", path}, Words{"export", path}}) {
    const ProgramRun run = run_arbiter(words);
    CAPTURE(words, run.output, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("damaged") && Contains("arbiter verify"));
  }
  CHECK(read_text(path) == before);
}

TEST_CASE("a read-only file can be verified, and is not changed") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(20));
  const std::string path = folder.path("games.db");
  REQUIRE(run_arbiter({"import", path, games, "-q"}).status == 0);
  if (::geteuid() == 0) return;  // root can write everything
  fs::permissions(path, fs::perms::owner_read);
  check_is_clean(path);
  for (const Words& words : {Words{"compact", path}, Words{"delete", path, "--all", "--yes"}}) {
    const ProgramRun run = run_arbiter(words);
    CAPTURE(words, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("it is read-only"));
  }
}

TEST_CASE("a file locked by another program is not changed, and the lock is reported") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(20));
  const std::string path = folder.path("games.db");
  REQUIRE(run_arbiter({"import", path, games, "-q"}).status == 0);
  const auto before = content(path);
  {
    const auto other = *Database::open(path, Access::Write);
    const Transaction transaction(other->connection());
    check_is_clean(path);
    const ProgramRun run = run_arbiter({"delete", path, "--all", "--yes"});
    CAPTURE(run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("another program is writing to it"));
  }
  CHECK(content(path) == before);
}

TEST_CASE("two readers beside an import neither wait nor fail") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(4 * kGames));
  const std::string path = folder.path("games.db");
  const std::string first = folder.write("first.pgn", many_games(10, 1000000));
  REQUIRE(run_arbiter({"import", path, first, "-q"}).status == 0);
  RunningProgram import({"import", path, games, "--batch", "20", "-q"});
  std::size_t answers = 0;
  std::int64_t games_before = 0;
  for (bool is_last = false; !is_last;) {
    is_last = !import.is_running();
    RunningProgram verify({"verify", "--quick", path});
    const ProgramRun find = run_arbiter({"find", path, "--moves", "", "--count"});
    CAPTURE(answers, find.output, find.errors);
    REQUIRE(find.status == 0);
    REQUIRE(verify.wait() == 0);
    // Readers see only complete batches, and no batch disappears.
    const std::int64_t count = std::stoll(find.output);
    CHECK(count % 20 == 10);
    CHECK(count >= games_before);
    games_before = count;
    ++answers;
  }
  CHECK(import.wait() == 0);
  CHECK(games_before == static_cast<std::int64_t>(4 * kGames + 10));
  CHECK(answers >= 2);
}

}  // namespace arbiter::testing
