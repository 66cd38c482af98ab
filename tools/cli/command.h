// A subcommand: `arbiter NAME ...`.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/console.h"

namespace arbiter {

enum class ExitCode : int {
  Clean = 0,        // completed without findings that count
  Findings = 1,     // completed with findings at or above --fail-on
  CouldNotRun = 2,  // wrong usage, or a file that cannot be read or written
};

// Runs a command after its options are parsed. An Error is the reason why the command cannot run;
// it becomes ExitCode::CouldNotRun.
using CommandRun = std::function<Result<ExitCode>(Console&)>;

// One row of the table that help, documentation, completions and tests read.
struct Command {
  std::string_view group;  // the heading in help; commands of a group follow each other
  std::string_view name;
  std::string_view meaning;  // one line, a verb first, no full stop
  // Names of the same task in other programs, separated by spaces.
  std::string_view synonyms;
  // Declares the options. The result owns them and is called after parsing.
  CommandRun (*bind)(CommandLine& app);
};

// Returns the command of that name, or null.
const Command* find_command(std::span<const Command> commands, std::string_view name);

}  // namespace arbiter
