// The only table of commands.
#pragma once

#include <span>

#include "tools/cli/command.h"

namespace arbiter {

// Returns the commands by task, in the order in which people need them.
std::span<const Command> commands();

// Declares the options of a command about the commands; see Command::bind.
CommandRun bind_completions(CommandLine& app);
CommandRun bind_help(CommandLine& app);
// Declares the options of the command whose server runs commands.
CommandRun bind_serve(CommandLine& app);

}  // namespace arbiter
