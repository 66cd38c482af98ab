// Kills the real program at random moments.
//
// ARBITER_CRASHES=100 sets the number of kills for each command (default: a handful).
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>

#include "tests/db/care_database.h"
#include "tests/db/import_run.h"
#include "tests/db/old_database.h"
#include "tests/db/sqlite/care/program_checks.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Duration = std::chrono::duration<double>;

constexpr std::size_t kGames = 1500;

std::size_t crashes() {
  const char* text = std::getenv("ARBITER_CRASHES");
  return text == nullptr ? 4 : std::strtoul(text, nullptr, 10);
}

// Copies the database and the files next to it.
void copy_database(const std::string& from, const std::string& to) {
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code ignored;
    fs::remove(to + suffix, ignored);
    if (fs::exists(from + suffix)) fs::copy_file(from + suffix, to + suffix);
  }
}

// Runs a command to its end. An import of games of all kinds ends with status 1, because some
// cannot be stored as moves.
void complete(const Words& words) {
  const ProgramRun run = run_arbiter(words);
  CAPTURE(run.errors);
  REQUIRE(run.status <= 1);
}

// Kills the command at random moments of its running time. Runs `prepare` before, and `check` after
// each kill.
void crash(const Words& words, const std::function<void()>& prepare,
           const std::function<void()>& check) {
  prepare();
  const auto begin = Clock::now();
  complete(words);
  const Duration whole = Clock::now() - begin;
  std::mt19937 random(20261121);
  std::uniform_real_distribution<> share(0, 1);
  for (std::size_t i = 0; i < crashes(); ++i) {
    prepare();
    const Duration moment = whole * share(random);
    {
      RunningProgram running(words);
      std::this_thread::sleep_for(moment);
      running.kill();
    }
    CAPTURE(i, moment.count());
    check();
  }
}

}  // namespace

TEST_CASE("an import that is killed at any moment continues where it stopped") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", games_of_all_kinds() + many_games(kGames));
  const std::string whole = folder.path("whole.db");
  complete({"import", whole, games, "--batch", "50", "-q"});
  const auto expected = content(whole);

  const std::string path = folder.path("killed.db");
  const Words import = {"import", path, games, "--batch", "50", "-q"};
  const auto remove = [&] {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path + suffix);
  };
  crash(import, remove, [&] {
    check_is_clean_or_empty(path);
    complete(import);
    CHECK(content(path) == expected);
    check_is_clean(path);
  });
}

TEST_CASE("a deletion that is killed at any moment is complete or has not begun") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", many_games(kGames));
  const std::string start = folder.path("start.db");
  const std::string path = folder.path("killed.db");
  REQUIRE(run_arbiter({"import", start, games, "--batch", "100", "-q"}).status == 0);
  const auto before = content(start);
  const Words deletion = {"delete", path, "--all", "--yes"};
  copy_database(start, path);
  REQUIRE(run_arbiter(deletion).status == 0);
  const auto after = content(path);
  REQUIRE(before != after);
  crash(
      deletion, [&] { copy_database(start, path); },
      [&] {
        check_is_clean(path);
        const auto now = content(path);
        CHECK((now == before || now == after));
        REQUIRE(run_arbiter(deletion).status == 0);
        CHECK(content(path) == after);
      });
}

TEST_CASE("a compaction that is killed at any moment loses nothing") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", games_of_all_kinds() + many_games(kGames));
  const std::string start = folder.path("start.db");
  const std::string path = folder.path("killed.db");
  complete({"import", start, games, "--batch", "100", "-q"});
  REQUIRE(run_arbiter({"delete", start, "--date", "2024.01.01..2024.01.10", "--apply"}).status ==
          0);
  const auto before = visible(start);
  REQUIRE(before.size() < kGames);
  copy_database(start, path);
  REQUIRE(run_arbiter({"compact", path}).status == 0);
  const auto after = content(path);
  const auto size = fs::file_size(path);
  crash(
      {"compact", path}, [&] { copy_database(start, path); },
      [&] {
        check_is_clean(path);
        CHECK(visible(path) == before);
        REQUIRE(run_arbiter({"compact", path}).status == 0);
        CHECK(content(path) == after);
        CHECK(fs::file_size(path) == size);
        check_is_clean(path);
      });
}

TEST_CASE(
    "an upgrade that is killed at any moment leaves a readable database for another upgrade") {
  const TemporaryFolder folder;
  const std::string start = make_old_database(folder);
  const std::string path = folder.path("killed.db");
  const auto before = visible(start);
  crash(
      {"upgrade", path}, [&] { copy_database(start, path); },
      [&] {
        CHECK(visible(path) == before);
        check_is_clean(path);
        REQUIRE(run_arbiter({"upgrade", path}).status == 0);
        CHECK(visible(path) == before);
        check_is_clean(path);
        CHECK(run_arbiter({"delete", path, "--id", "1", "--apply"}).status == 0);
      });
}

TEST_CASE("a replacement that is killed at any moment is complete or has not begun") {
  const TemporaryFolder folder;
  const std::string start = folder.path("start.db");
  const std::string path = folder.path("killed.db");
  const std::string games = folder.write("games.pgn", many_games(kGames));
  REQUIRE(run_arbiter({"import", start, games, "--batch", "100", "-q"}).status == 0);
  const auto before = visible(start);
  folder.write("games.pgn",
               many_games(20, 5000) + many_games(kGames / 2) + many_games(kGames / 2, 6000));
  const Words import = {"import", path, games, "--replace", "--batch", "50", "-q"};
  copy_database(start, path);
  REQUIRE(run_arbiter(import).status == 0);
  const auto after = visible(path);
  REQUIRE(after.size() == 20 + kGames / 2 * 2);
  crash(
      import, [&] { copy_database(start, path); },
      [&] {
        check_is_clean(path);
        const auto now = visible(path);
        CHECK((now == before || now == after));
        REQUIRE(run_arbiter(import).status == 0);
        CHECK(visible(path) == after);
        check_is_clean(path);
      });
}

TEST_CASE("a merge that is killed at any moment continues where it stopped") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", games_of_all_kinds() + many_games(kGames));
  const std::string more = folder.write("more.pgn", many_games(200, 5000));
  const std::string from = folder.path("from.db");
  complete({"import", from, games, more, "-q"});
  REQUIRE(run_arbiter({"delete", from, "--date", "2024.01.01..2024.01.10", "--apply"}).status == 0);
  const std::string whole = folder.path("whole.db");
  complete({"import", whole, from, "--batch", "50", "-q"});
  const auto expected = content(whole);
  REQUIRE(visible(whole).size() == visible(from).size());

  const std::string path = folder.path("killed.db");
  const Words merge = {"import", path, from, "--batch", "50", "-q"};
  const auto remove = [&] {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path + suffix);
  };
  crash(merge, remove, [&] {
    check_is_clean_or_empty(path);
    complete(merge);
    CHECK(content(path) == expected);
    check_is_clean(path);
  });
}

}  // namespace arbiter::testing
