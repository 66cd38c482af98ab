// The subcommands `arbiter NAME ...`, their table, and a command with its declared options, ready
// to read arguments.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

struct BoundCommand {
  Command command = {};
  CommandLine line;  // contains --help before the command's own options
  CommandRun run;
};

BoundCommand bind_command(const Command& command);

// Returns the command whose name in another program is `word`, or null.
const Command* find_synonym(std::span<const Command> commands, std::string_view word);

enum class Parsed { Run, Help, ShortHelp };

// Parses the arguments after the command name.
Result<Parsed> parse_arguments(const BoundCommand& command, std::vector<std::string> arguments);

// Runs `arbiter ARGUMENTS...`. Only the options of the named command are created. Throws the
// exceptions of the command.
ExitCode run_program(std::span<const Command> commands, std::vector<std::string> arguments,
                     Console& console);

}  // namespace arbiter
