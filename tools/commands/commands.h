// The table of commands.
#pragma once

#include <span>

#include "tools/cli/command.h"

namespace arbiter {

// Returns the commands grouped by task.
std::span<const Command> commands();

// Declares the options of `completions`, which needs the command table; see Command::bind.
CommandRun bind_completions(CommandLine& app);
CommandRun bind_help(CommandLine& app);
// Declares the options of `serve`, whose server runs commands; see Command::bind.
CommandRun bind_serve(CommandLine& app);

}  // namespace arbiter
