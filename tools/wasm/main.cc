// The program for WebAssembly: the commands that need no database, no network and no other process.
#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/store/open_storage.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/output/console.h"
#include "tools/commands/commands.h"

using namespace arbiter;

// clang-format off
#define ABSENT_COMMANDS(X)                                                                      \
  X(adjudicate) X(book) X(cluster) X(compact) X(completions) X(conditional) X(copy) X(dedup)     \
  X(delete) X(export) X(filter) X(find) X(help) X(import) X(lsp) X(novelty) X(perft) X(players)  \
  X(position) X(prepare) X(serve) X(show) X(sources) X(sql) X(stats) X(touch) X(tree) X(upgrade) \
  X(verify) X(watch) X(winnable)
// clang-format on

namespace arbiter {

// The table of commands names them, but this program does not contain them.
#define DECLARE(name) CommandRun bind_##name(CommandLine& app);
#define DEFINE(name) \
  CommandRun bind_##name(CommandLine&) { return {}; }
ABSENT_COMMANDS(DECLARE)
ABSENT_COMMANDS(DEFINE)

// A file is never a database here: it is read as games, and rejected if it is none.
bool is_storage(const std::string&) { return false; }

Result<std::unique_ptr<Storage>> open_storage(const std::string&, const StorageOptions&) {
  return Error{"this program cannot read databases"};
}

bool sqlite::Connection::is_any_file_open() { return false; }
void sqlite::Connection::interrupt_all() {}
bool sqlite::Connection::is_interrupted() { return false; }

}  // namespace arbiter

namespace {

std::vector<Command> present_commands() {
#define IS_ABSENT(name) command.bind == bind_##name ||
  std::vector<Command> present;
  std::ranges::copy_if(commands(), std::back_inserter(present),
                       [](const Command& command) { return !(ABSENT_COMMANDS(IS_ABSENT) false); });
  return present;
}

}  // namespace

int main(int argc, char** argv) {
  Console console;
  try {
    const std::vector<Command> present = present_commands();
    const ExitCode code = run_program(present, {argv + std::min(argc, 1), argv + argc}, console);
    console.flush();
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    console.complain("out of memory");
  } catch (const std::exception& fault) {
    console.complain(fault.what());
  }
  return static_cast<int>(ExitCode::CouldNotRun);
}
