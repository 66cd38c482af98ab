// The one table of commands.
#pragma once

#include <span>

#include "tools/cli/command.h"

namespace arbiter::commands {

// In the order in which help shows them.
std::span<const Command> commands();

// Each declares the options of one command; see Command::bind.
CommandRun bind_validate(CLI::App& app);
CommandRun bind_fmt(CLI::App& app);
CommandRun bind_repair(CLI::App& app);
CommandRun bind_import(CLI::App& app);
CommandRun bind_find(CLI::App& app);
CommandRun bind_export(CLI::App& app);
CommandRun bind_tree(CLI::App& app);
CommandRun bind_dedup(CLI::App& app);
CommandRun bind_delete(CLI::App& app);
CommandRun bind_compact(CLI::App& app);
CommandRun bind_verify(CLI::App& app);
CommandRun bind_stats(CLI::App& app);
CommandRun bind_sql(CLI::App& app);
CommandRun bind_explain(CLI::App& app);
CommandRun bind_show(CLI::App& app);
CommandRun bind_perft(CLI::App& app);
CommandRun bind_winnable(CLI::App& app);
CommandRun bind_position(CLI::App& app);
CommandRun bind_adjudicate(CLI::App& app);
CommandRun bind_touch(CLI::App& app);
CommandRun bind_conditional(CLI::App& app);
CommandRun bind_completions(CLI::App& app);
CommandRun bind_help(CLI::App& app);

}  // namespace arbiter::commands
