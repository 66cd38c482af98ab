// The contents of shards at one moment, without open batches and deletions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

// A range of game ids with inclusive ends.
struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// The rows in a shard's tables that queries must not see. Their batches and deletions are in
// progress, were interrupted or were given up.
struct Hidden {
  std::vector<std::uint64_t> batches;    // with rows in `sums`
  std::vector<GameRange> games;          // their rows in `games` and `positions`
  std::vector<std::uint64_t> deletions;  // with rows in `sums` and `dead`
};

// A shard at one moment.
struct ShardView {
  unsigned shard = 0;
  std::uint64_t ledger_rows = 0;  // grows before any row of a batch or deletion is written
  Hidden hidden;
};

// Returns a view of each shard that responds, by shard number. They are read concurrently.
std::vector<ShardView> read_views(Cluster& cluster);

// Returns a view of one shard in which the batches with the condition are done.
ShardView read_view(Cluster& cluster, unsigned shard, const std::string& is_done);

// Returns whether no batch was begun or finished since the views. If so, responses to queries in
// between are of that moment. Otherwise, run the queries again with new views.
bool are_current(Cluster& cluster, const std::vector<ShardView>& views);

// These return the conditions for visible rows, which start with " AND ". The first one is for rows
// of `games` and `positions`, and excludes deleted games. The second one excludes merged sums.
std::string seen_games(const Hidden& hidden);
std::string seen_sums(const Hidden& hidden);

}  // namespace arbiter::clickhouse
