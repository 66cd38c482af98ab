// The one table of commands.
#pragma once

#include <span>

#include "tools/cli/command.h"

namespace arbiter {

// In the order in which help shows them.
std::span<const Command> commands();

// Declares the options of a command about the commands; see Command::bind.
CommandRun bind_completions(CommandLine& app);
CommandRun bind_help(CommandLine& app);

}  // namespace arbiter
