// The tournament commands; see Command::bind.
#pragma once

#include "tools/cli/command.h"

namespace arbiter {

CommandRun bind_crosscheck(CommandLine& app);
CommandRun bind_report(CommandLine& app);
CommandRun bind_standings(CommandLine& app);

}  // namespace arbiter
