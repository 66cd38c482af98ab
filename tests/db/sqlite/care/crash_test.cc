// The real program, ended at any moment, on broken disks and beside others.
//
// ARBITER_CRASHES=100 ends each command so many times; a handful without it.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

#include "db/sqlite/games/database.h"
#include "tests/db/care_database.h"
#include "tests/db/import_run.h"
#include "tests/db/old_database.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using Clock = std::chrono::steady_clock;
using Duration = std::chrono::duration<double>;
using testing::ProgramRun;
using testing::run_arbiter;
using Words = std::vector<std::string>;

constexpr std::size_t kGames = 1500;

std::string program() { return fs::absolute(testing::arbiter_binary()).string(); }

std::size_t crashes() {
  const char* text = std::getenv("ARBITER_CRASHES");
  return text == nullptr ? 4 : std::strtoul(text, nullptr, 10);
}

// The program in a process of its own, which writes to nowhere.
class Running {
 public:
  explicit Running(const Words& arguments) {
    Words words = {program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    child_ = ::fork();
    REQUIRE(child_ >= 0);
    if (child_ == 0) become(words);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (child_ > 0) kill();
  }

  bool is_running() {
    if (child_ > 0 && ::waitpid(child_, &status_, WNOHANG) == child_) child_ = 0;
    return child_ > 0;
  }
  void kill() {
    ::kill(child_, SIGKILL);
    wait();
  }
  int wait() {
    if (child_ > 0) ::waitpid(child_, &status_, 0);
    child_ = 0;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }

 private:
  [[noreturn]] static void become(const Words& words) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }

  pid_t child_ = 0;
  int status_ = 0;
};

// The file and what stands beside it.
void copy_database(const std::string& from, const std::string& to) {
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code ignored;
    fs::remove(to + suffix, ignored);
    if (fs::exists(from + suffix)) fs::copy_file(from + suffix, to + suffix);
  }
}

std::vector<std::string> content(const std::string& path) {
  const auto database = Database::open(path, Access::Read);
  if (!database) FAIL(database.error());
  return testing::content_of(**database);
}

std::vector<std::string> visible(const std::string& path) {
  const auto database = Database::open(path, Access::Read);
  if (!database) FAIL(database.error());
  return testing::visible_content(**database);
}

void check_is_clean(const std::string& path) {
  const ProgramRun verify = run_arbiter({"verify", path});
  CAPTURE(verify.output, verify.errors);
  CHECK(verify.status == 0);
}

// Also right before its tables are made.
void check_is_clean_or_empty(const std::string& path) {
  const ProgramRun verify = run_arbiter({"verify", path});
  CAPTURE(verify.output, verify.errors);
  if (verify.status == 0) return;
  CHECK_THAT(verify.errors, Contains("it is empty") || Contains("no such file") ||
                                Contains("was killed while it wrote to it"));
}

// Runs to its end. An import of games of all kinds ends with 1, as not all can be kept as moves.
void complete(const Words& words) {
  const ProgramRun run = run_arbiter(words);
  CAPTURE(run.errors);
  REQUIRE(run.status <= 1);
}

// Ends `words` at random moments of the time that they take; `prepare` comes before each time and
// `check` behind it.
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
      Running running(words);
      std::this_thread::sleep_for(moment);
      running.kill();
    }
    CAPTURE(i, moment.count());
    check();
  }
}

}  // namespace

TEST_CASE("an import that is killed at any moment goes on where it was") {
  const TemporaryFolder folder;
  const std::string games =
      folder.write("games.pgn", testing::games_of_all_kinds() + testing::many_games(kGames));
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

TEST_CASE("a deletion that is killed at any moment has been done or not") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(kGames));
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

TEST_CASE("a compaction that is killed at any moment takes nothing away") {
  const TemporaryFolder folder;
  const std::string games =
      folder.write("games.pgn", testing::games_of_all_kinds() + testing::many_games(kGames));
  const std::string start = folder.path("start.db");
  const std::string path = folder.path("killed.db");
  complete({"import", start, games, "--batch", "100", "-q"});
  REQUIRE(run_arbiter({"delete", start, "--date", "2024.01.01..2024.01.10"}).status == 0);
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
    "an upgrade that is killed at any moment leaves a database that can be read and upgraded") {
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
        CHECK(run_arbiter({"delete", path, "--id", "1"}).status == 0);
      });
}

TEST_CASE("a replacement that is killed at any moment has been done or not") {
  const TemporaryFolder folder;
  const std::string start = folder.path("start.db");
  const std::string path = folder.path("killed.db");
  const std::string games = folder.write("games.pgn", testing::many_games(kGames));
  REQUIRE(run_arbiter({"import", start, games, "--batch", "100", "-q"}).status == 0);
  const auto before = visible(start);
  folder.write("games.pgn", testing::many_games(20, 5000) + testing::many_games(kGames / 2) +
                                testing::many_games(kGames / 2, 6000));
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

TEST_CASE("a merge that is killed at any moment goes on where it was") {
  const TemporaryFolder folder;
  const std::string games =
      folder.write("games.pgn", testing::games_of_all_kinds() + testing::many_games(kGames));
  const std::string more = folder.write("more.pgn", testing::many_games(200, 5000));
  const std::string from = folder.path("from.db");
  complete({"import", from, games, more, "-q"});
  REQUIRE(run_arbiter({"delete", from, "--date", "2024.01.01..2024.01.10"}).status == 0);
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

TEST_CASE("a full disk is said, and what was stored before is kept") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(kGames));
  const std::string path = folder.path("full.db");
  const std::string whole = folder.path("whole.db");
  REQUIRE(run_arbiter({"import", whole, games, "--batch", "100", "-q"}).status == 0);
  const auto most = fs::file_size(whole);
  // No file may become larger than so many blocks of 1024 bytes, as `ulimit -f` has it.
  const std::uintmax_t part = GENERATE(2, 4, 8);
  const std::string limited = fmt::format("trap '' XFSZ; ulimit -f {}; ", most / part / 1024);
  const ProgramRun run = testing::run_shell(
      limited + fmt::format("'{}' import '{}' '{}' --batch 100 -q", program(), path, games));
  CAPTURE(run.output);
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("disk") && Contains("full.db"));
  check_is_clean_or_empty(path);
  REQUIRE(run_arbiter({"import", path, games, "--batch", "100", "-q"}).status == 0);
  CHECK(content(path) == content(whole));

  const auto before = content(path);
  const ProgramRun compact =
      testing::run_shell(limited + fmt::format("'{}' compact '{}' --rebuild", program(), path));
  CAPTURE(compact.output);
  CHECK(compact.status == 2);
  CHECK_THAT(compact.output, Contains("disk"));
  CHECK(content(path) == before);
  check_is_clean(path);
}

TEST_CASE("an answer that cannot be written is an error") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(20));
  const std::string path = folder.path("games.db");
  REQUIRE(run_arbiter({"import", path, games, "-q"}).status == 0);
  const std::string command = GENERATE("verify", "dedup", "compact");
  const ProgramRun run =
      testing::run_shell(fmt::format("'{}' {} '{}' > /dev/full", program(), command, path));
  CAPTURE(command, run.output);
  // A run of dedup without duplicates has no output.
  CHECK(run.status == (command == "dedup" ? 0 : 2));
  check_is_clean(path);
}

TEST_CASE("files that are not a database of ours are refused and left as they are") {
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
  const std::string before = kind == "missing" ? "" : testing::read_text(path);
  const std::string command = GENERATE("verify", "compact", "dedup", "delete", "sql");
  Words words = {command, path};
  if (command == "delete") words.push_back("--all");
  if (command == "sql") words.push_back("SELECT 1");
  const ProgramRun run = run_arbiter(words);
  CAPTURE(command, run.output, run.errors);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("file.db"));
  CHECK(fs::exists(path) == (kind != "missing"));
  if (kind != "missing") CHECK(testing::read_text(path) == before);
}

TEST_CASE("a damaged page is told by verify and by whoever meets it, and nothing is lost") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(kGames));
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
  const std::string before = testing::read_text(path);
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
  CHECK(testing::read_text(path) == before);
}

TEST_CASE("a file that can only be read can be verified, and is not changed") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(20));
  const std::string path = folder.path("games.db");
  REQUIRE(run_arbiter({"import", path, games, "-q"}).status == 0);
  if (::geteuid() == 0) return;  // nothing is read-only for root
  fs::permissions(path, fs::perms::owner_read);
  check_is_clean(path);
  for (const Words& words : {Words{"compact", path}, Words{"delete", path, "--all", "--yes"}}) {
    const ProgramRun run = run_arbiter(words);
    CAPTURE(words, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("it is read-only"));
  }
}

TEST_CASE("a file that another program holds is left to it, and said so") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(20));
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

TEST_CASE("two who ask while a third imports wait for nothing and fail at nothing") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", testing::many_games(4 * kGames));
  const std::string path = folder.path("games.db");
  const std::string first = folder.write("first.pgn", testing::many_games(10, 1000000));
  REQUIRE(run_arbiter({"import", path, first, "-q"}).status == 0);
  Running import({"import", path, games, "--batch", "20", "-q"});
  std::size_t answers = 0;
  std::int64_t games_before = 0;
  for (bool is_last = false; !is_last;) {
    is_last = !import.is_running();
    Running verify({"verify", "--quick", path});
    const ProgramRun find = run_arbiter({"find", path, "--moves", "", "--count"});
    CAPTURE(answers, find.output, find.errors);
    REQUIRE(find.status == 0);
    REQUIRE(verify.wait() == 0);
    // Batches come whole, and none is seen to go.
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
