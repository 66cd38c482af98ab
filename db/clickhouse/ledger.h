// What has become of each batch: table `batches` of the shard that has it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/clickhouse/cluster.h"

namespace arbiter::db::clickhouse {

// Column `state`; a batch has a row for each state that it was in.
enum class BatchState : std::uint8_t { Begun = 1, Done = 2, GivenUp = 3 };

// Column `kind`.
enum class BatchKind : std::uint8_t { Import = 1, Deletion = 2 };

// Numbers of games from the first to the last, both included.
struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// What is in a shard's tables and is not to be seen: batches and deletions that are under way, were
// interrupted or were given up.
struct Hidden {
  std::vector<std::uint64_t> batches;    // of imports: their rows in `sums`
  std::vector<GameRange> games;          // and those in `games` and `positions`
  std::vector<std::uint64_t> deletions;  // their rows in `sums` and `dead`

  bool is_empty() const { return batches.empty() && deletions.empty(); }
};

// A shard at a moment.
struct ShardView {
  unsigned shard = 0;
  std::uint64_t ledger_rows = 0;  // grows before anything of a batch or deletion is written
  Hidden hidden;
};

// A view of each shard that answers, by their numbers; asked at once.
std::vector<ShardView> read_views(Cluster& cluster);

// Whether nothing was begun or finished since: answers to what was asked in between are then of
// the moment of the views. Otherwise ask again with new views.
bool are_current(Cluster& cluster, const std::vector<ShardView>& views);

// Conditions for what is to be seen, beginning with " AND "; empty where nothing is hidden.
// For rows of `games` and `positions`: batches under way, and games that were deleted.
std::string seen_games(const Hidden& hidden);
// For rows of `sums`.
std::string seen_sums(const Hidden& hidden);

}  // namespace arbiter::db::clickhouse
