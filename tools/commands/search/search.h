// The commands that search games and databases; see Command::bind.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tools/cli/command.h"

namespace arbiter {

inline constexpr std::string_view kTranspositions =
    "A line may have more games than the line above it, because transpositions lead to its "
    "position.";

// Returns whether a line has more games than the line that it continues. `rows` lists each line
// directly before its continuations, which have a larger depth.
template <class Row, class GamesOf>
bool has_transpositions(const std::vector<Row>& rows, GamesOf games_of) {
  std::vector<std::uint64_t> games;  // number of games of each line that leads to the row
  for (const Row& row : rows) {
    if (row.depth < games.size()) games.resize(row.depth);
    if (!games.empty() && games_of(row) > games.back()) return true;
    games.push_back(games_of(row));
  }
  return false;
}

CommandRun bind_book(CommandLine& app);
CommandRun bind_find(CommandLine& app);
CommandRun bind_novelty(CommandLine& app);
CommandRun bind_prepare(CommandLine& app);
CommandRun bind_sql(CommandLine& app);
CommandRun bind_stats(CommandLine& app);
CommandRun bind_tree(CommandLine& app);

}  // namespace arbiter
