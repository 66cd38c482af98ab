// The subcommands `arbiter NAME ...`, and their table.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/console.h"

namespace arbiter {

enum class ExitCode : int {
  Clean = 0,        // completed without findings at or above --fail-on
  Findings = 1,     // completed with findings at or above --fail-on
  CouldNotRun = 2,  // usage error, or a file that cannot be read or written
};

// Runs a command after its options were parsed. An Error becomes ExitCode::CouldNotRun.
using CommandRun = std::function<Result<ExitCode>(Console&)>;

// A row of the command table, which help, documentation, completions and tests read.
struct Command {
  std::string_view group;  // heading in help; the commands of a group are adjacent
  std::string_view name;
  std::string_view meaning;  // one line that starts with a verb, without a full stop
  // The names of similar commands in other programs, separated by spaces.
  std::string_view synonyms;
  // Declares the options. The result owns them, and is called after parsing.
  CommandRun (*bind)(CommandLine& app);
};

// Returns null if no command has the name.
const Command* find_command(std::span<const Command> commands, std::string_view name);

}  // namespace arbiter
