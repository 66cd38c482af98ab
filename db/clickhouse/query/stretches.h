// Ranges of games that fit into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"

namespace arbiter::clickhouse {

// A range of games.
struct Stretch {
  std::uint64_t first = 0;
  std::uint64_t last = 0;        // inclusive
  std::uint64_t games = 0;       // the number of matching games
  std::vector<unsigned> shards;  // the shards that contain them, ascending
};

// Returns all games with the condition, which may differ between shards, by ascending id. A stretch
// has about `games_each` games, at most 1,024 more. Reads the condition's columns of all games.
std::vector<Stretch> stretches(QuerySession& session, const QuerySession::SqlOfShard& condition,
                               std::uint64_t games_each);

// Returns the condition for the games of a stretch.
std::string within(const Stretch& stretch);

}  // namespace arbiter::clickhouse
