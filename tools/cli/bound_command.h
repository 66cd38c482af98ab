// A command with its declared options, ready to read arguments.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "tools/cli/command.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

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
