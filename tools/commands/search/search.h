// The commands that search games and databases; see Command::bind.
#pragma once

#include <string_view>

#include "tools/cli/command.h"

namespace arbiter {

inline constexpr std::string_view kTranspositions =
    "A line may have more games than the line above it, because transpositions lead to its "
    "position.";

CommandRun bind_book(CommandLine& app);
CommandRun bind_find(CommandLine& app);
CommandRun bind_novelty(CommandLine& app);
CommandRun bind_prepare(CommandLine& app);
CommandRun bind_sql(CommandLine& app);
CommandRun bind_stats(CommandLine& app);
CommandRun bind_tree(CommandLine& app);

}  // namespace arbiter
