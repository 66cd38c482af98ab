// Searches for games in a cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// A game and its shard.
struct LocatedGame {
  FoundGame found;
  unsigned shard = 0;
};

struct Located {
  std::uint64_t total = 0;         // games that match
  std::vector<LocatedGame> games;  // from the offset to the limit, not replayed
  FindCost cost;
};

// Returns the games of the query's filter. Tests that SQL cannot express are applied only to games
// with the position.
Selection select(QuerySession& session, const FindQuery& query, unsigned jobs);

// Returns the games of find_games() before they are replayed.
Located locate(QuerySession& session, const FindQuery& query, const Selection& selection);

// Returns the SQL condition for postings of a position: "key = 5" or "key IN (5,7)".
std::string has_key(const PositionQuery& position);
// Returns the SQL condition for games that have such a posting.
std::string games_with(const PositionQuery& position);

}  // namespace arbiter::clickhouse
