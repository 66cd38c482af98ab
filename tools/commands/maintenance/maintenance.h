// The commands that maintain databases and clusters; see Command::bind.
#pragma once

#include "tools/cli/command.h"

namespace arbiter {

CommandRun bind_cluster(CommandLine& app);
CommandRun bind_compact(CommandLine& app);
CommandRun bind_upgrade(CommandLine& app);
CommandRun bind_verify(CommandLine& app);

}  // namespace arbiter
