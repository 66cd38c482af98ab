// The commands that check games; see Command::bind.
#pragma once

#include "tools/cli/command.h"

namespace arbiter {

CommandRun bind_explain(CommandLine& app);
CommandRun bind_fmt(CommandLine& app);
CommandRun bind_lsp(CommandLine& app);
CommandRun bind_repair(CommandLine& app);
CommandRun bind_validate(CommandLine& app);
CommandRun bind_watch(CommandLine& app);

}  // namespace arbiter
