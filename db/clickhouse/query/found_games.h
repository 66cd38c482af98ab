// Games that are looked for in a cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/query/inquiry.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// A game, and where it is.
struct LocatedGame {
  FoundGame found;
  unsigned shard = 0;
};

struct Located {
  std::uint64_t total = 0;         // that fit, listed or not
  std::vector<LocatedGame> games;  // from the offset up to the limit, not replayed
  FindCost cost;
};

// What the query's filter means; what has to be judged is judged only of games with its position.
Selection select(Inquiry& inquiry, const FindQuery& query, unsigned jobs);

// Each shard gives its first offset + limit games with what they are sorted by, 20 to 60 bytes
// each.
Located locate(Inquiry& inquiry, const FindQuery& query, const Selection& selection);

// The same, the listed games replayed to the position.
FoundGames find_games(Inquiry& inquiry, const FindQuery& query, unsigned jobs);

// "key = 5", "key IN (5, 7)".
std::string has_key(const PositionQuery& position);

}  // namespace arbiter::clickhouse
