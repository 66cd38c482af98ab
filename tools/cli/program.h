// From the words on the command line to the command that they name.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/cli/command.h"

namespace arbiter {

// Runs `arbiter ARGUMENTS...`. Only the options of the command that is named
// are set up. Throws what the command throws.
ExitCode run_program(std::span<const Command> commands, std::vector<std::string> arguments,
                     Console& console);

}  // namespace arbiter
