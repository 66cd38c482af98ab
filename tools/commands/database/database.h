// The commands that import, export and manage games; see Command::bind.
#pragma once

#include "tools/cli/command.h"

namespace arbiter {

CommandRun bind_copy(CommandLine& app);
CommandRun bind_dedup(CommandLine& app);
CommandRun bind_delete(CommandLine& app);
CommandRun bind_export(CommandLine& app);
CommandRun bind_filter(CommandLine& app);
CommandRun bind_import(CommandLine& app);
CommandRun bind_players(CommandLine& app);
CommandRun bind_sources(CommandLine& app);

}  // namespace arbiter
