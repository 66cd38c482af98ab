// The program for WebAssembly: the commands that need no database file, network or other process.
// After `arbiter explore FILE...`, the explorer answers requests about these games (see answer()).
#include <sqlite3.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/sqlite_storage.h"
#include "db/store/open_storage.h"
#include "tools/cli/command.h"
#include "tools/cli/output/console.h"
#include "tools/commands/commands.h"
#include "tools/serve/explorer.h"

using namespace arbiter;

// clang-format off
#define ABSENT_COMMANDS(X)                                                                    \
  X(adjudicate) X(book) X(cluster) X(compact) X(completions) X(conditional) X(copy) X(dedup)  \
  X(delete) X(help) X(import) X(lsp) X(perft) X(players) X(serve) X(show) X(sources) X(sql)   \
  X(touch) X(upgrade) X(verify) X(watch) X(winnable)
// clang-format on

namespace arbiter {

// The command table refers to these commands, but this program does not contain them.
#define DECLARE(name) CommandRun bind_##name(CommandLine& app);
#define DEFINE(name) \
  CommandRun bind_##name(CommandLine&) { return {}; }
ABSENT_COMMANDS(DECLARE)
ABSENT_COMMANDS(DEFINE)

// A file is never a database here: it is read as games, or rejected.
bool is_storage(const std::string&) { return false; }
bool is_cluster(const std::string&) { return false; }

Result<std::unique_ptr<Storage>> open_storage(const std::string&, const StorageOptions&) {
  return Error{"this program cannot read databases"};
}

Result<std::unique_ptr<Storage>> open_private_storage(const StorageOptions& options) {
  auto database = sqlite::Database::open(std::string(sqlite::Connection::kPrivate), Access::Create);
  if (!database) return Error{database.error()};
  if (options.index_plies) (*database)->set_index_plies(*options.index_plies);
  return std::unique_ptr<Storage>(
      std::make_unique<sqlite::SqliteStorage>(*std::move(database), Access::Create, options.jobs));
}

}  // namespace arbiter

namespace {

std::vector<Command> present_commands() {
#define IS_ABSENT(name) command.bind == bind_##name ||
  std::vector<Command> present;
  std::ranges::copy_if(commands(), std::back_inserter(present),
                       [](const Command& command) { return !(ABSENT_COMMANDS(IS_ABSENT) false); });
  return present;
}

// The explorer, which exists until the module is discarded.
struct Exploration {
  std::vector<Command> commands = present_commands();
  std::unique_ptr<ServedGames> games;
  std::unique_ptr<Explorer> explorer;
};

Exploration& exploration() {
  static auto* const only = new Exploration;
  return *only;
}

// The limit while files are read: batches of 19 MB.
constexpr std::uint64_t kMemory = std::uint64_t{192} << 20;

ExitCode explore(std::vector<std::string> files, Console& console) {
  Exploration& opened = exploration();
  auto games = ServedGames::open({.names = std::move(files), .memory = kMemory}, console);
  if (!games) {
    console.complain(games.error());
    return ExitCode::CouldNotRun;
  }
  opened.games = *std::move(games);
  opened.explorer =
      std::make_unique<Explorer>(*opened.games, opened.commands, PageAccess::ReadOnly);
  return ExitCode::Clean;
}

}  // namespace

namespace {

// Answers the request whose target is on standard input. Writes the body to standard output, and
// returns the HTTP status.
int answer() {
  HttpRequest request{.method = "GET"};
  char part[4096];
  for (ssize_t size = 0; (size = ::read(0, part, sizeof part)) > 0;) {
    request.target.append(part, static_cast<std::size_t>(size));
  }
  const HttpResponse response = exploration().explorer->answer(request);
  write_all(1, response.body);
  return static_cast<int>(response.status);
}

}  // namespace

// Exported as data, because the linker makes an exported function run all destructors.
extern "C" int (*const arbiter_answer)();
int (*const arbiter_answer)() = answer;

int main(int argc, char** argv) {
  Console console;
  try {
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (!arguments.empty() && arguments.front() == "explore") {
      arguments.erase(arguments.begin());
      const ExitCode code = explore(std::move(arguments), console);
      console.flush();
      // Skips the destructors of static objects, which answer() needs.
      std::_Exit(static_cast<int>(code));
    }
    const std::vector<Command> present = present_commands();
    const ExitCode code = run_program(present, std::move(arguments), console);
    console.flush();
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    console.complain("out of memory");
  } catch (const std::exception& fault) {
    console.complain(fault.what());
  }
  return static_cast<int>(ExitCode::CouldNotRun);
}

// SQLite's system functions, for databases in memory only.
namespace {

int open_nothing(sqlite3_vfs*, const char*, sqlite3_file*, int, int*) { return SQLITE_CANTOPEN; }
int delete_nothing(sqlite3_vfs*, const char*, int) { return SQLITE_OK; }
int access_nothing(sqlite3_vfs*, const char*, int, int* is_there) { return *is_there = 0; }
int copy_name(sqlite3_vfs*, const char* name, int size, char* into) {
  sqlite3_snprintf(size, into, "%s", name);
  return SQLITE_OK;
}
int fill_randomly(sqlite3_vfs*, int size, char* into) {
  return ::getentropy(into, static_cast<std::size_t>(size)) == 0 ? size : 0;
}
int never_sleep(sqlite3_vfs*, int) { return 0; }
int tell_time(sqlite3_vfs*, sqlite3_int64* milliseconds) {
  constexpr sqlite3_int64 kJulianEpoch = 210'866'760'000'000;
  *milliseconds = kJulianEpoch + std::chrono::duration_cast<std::chrono::milliseconds>(
                                     std::chrono::system_clock::now().time_since_epoch())
                                     .count();
  return SQLITE_OK;
}

}  // namespace

extern "C" int sqlite3_os_init() {
  static sqlite3_vfs system{.iVersion = 2,
                            .szOsFile = sizeof(sqlite3_file),
                            .mxPathname = 512,
                            .zName = "memory",
                            .xOpen = open_nothing,
                            .xDelete = delete_nothing,
                            .xAccess = access_nothing,
                            .xFullPathname = copy_name,
                            .xRandomness = fill_randomly,
                            .xSleep = never_sleep,
                            .xCurrentTimeInt64 = tell_time};
  return sqlite3_vfs_register(&system, 1);
}

extern "C" int sqlite3_os_end() { return SQLITE_OK; }
