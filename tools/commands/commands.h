// The one table of commands.
#pragma once

#include <span>

#include "tools/cli/command.h"

namespace arbiter::commands {

// In the order in which help shows them.
std::span<const Command> commands();

// Each declares the options of one command; see Command::bind.
CommandRun bind_validate(CommandLine& app);
CommandRun bind_watch(CommandLine& app);
CommandRun bind_fmt(CommandLine& app);
CommandRun bind_filter(CommandLine& app);
CommandRun bind_repair(CommandLine& app);
CommandRun bind_standings(CommandLine& app);
CommandRun bind_crosscheck(CommandLine& app);
CommandRun bind_report(CommandLine& app);
CommandRun bind_import(CommandLine& app);
CommandRun bind_copy(CommandLine& app);
CommandRun bind_cluster(CommandLine& app);
CommandRun bind_find(CommandLine& app);
CommandRun bind_export(CommandLine& app);
CommandRun bind_tree(CommandLine& app);
CommandRun bind_book(CommandLine& app);
CommandRun bind_novelty(CommandLine& app);
CommandRun bind_dedup(CommandLine& app);
CommandRun bind_sources(CommandLine& app);
CommandRun bind_delete(CommandLine& app);
CommandRun bind_compact(CommandLine& app);
CommandRun bind_upgrade(CommandLine& app);
CommandRun bind_verify(CommandLine& app);
CommandRun bind_stats(CommandLine& app);
CommandRun bind_sql(CommandLine& app);
CommandRun bind_explain(CommandLine& app);
CommandRun bind_show(CommandLine& app);
CommandRun bind_perft(CommandLine& app);
CommandRun bind_players(CommandLine& app);
CommandRun bind_winnable(CommandLine& app);
CommandRun bind_position(CommandLine& app);
CommandRun bind_adjudicate(CommandLine& app);
CommandRun bind_touch(CommandLine& app);
CommandRun bind_conditional(CommandLine& app);
CommandRun bind_completions(CommandLine& app);
CommandRun bind_help(CommandLine& app);

}  // namespace arbiter::commands
