// The commands that apply the Laws of Chess; see Command::bind.
#pragma once

#include "tools/cli/command.h"

namespace arbiter {

CommandRun bind_adjudicate(CommandLine& app);
CommandRun bind_conditional(CommandLine& app);
CommandRun bind_perft(CommandLine& app);
CommandRun bind_position(CommandLine& app);
CommandRun bind_show(CommandLine& app);
CommandRun bind_touch(CommandLine& app);
CommandRun bind_winnable(CommandLine& app);

}  // namespace arbiter
