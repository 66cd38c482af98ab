// The deletion of games in a cluster, and the compaction that frees their space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/ids.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Returns the number of visible games in all shards.
std::uint64_t count_games(Cluster& cluster);
// Returns the number of visible games among `games`. Precondition: `games` has no duplicates.
std::uint64_t count_games(Cluster& cluster, std::span<const GameId> games);

// Returns the visible games of these sources.
std::vector<GameId> games_of(Cluster& cluster, std::span<const SourceId> sources);

// Deletes games shard by shard. Deletion is atomic within a shard. If interrupted, it can be
// repeated for the remaining shards. Reads the game column of all positions in the affected shards.
// Throws IoError.
void delete_games(Cluster& cluster, ClusterWriting& writing, std::span<const GameId> games);

// Corrects stored sums that differ from the totals of their positions, by adding the differences.
// Reads all sums and positions. Precondition: the lock for deletions is held. Throws IoError.
void correct_sums(Cluster& cluster);

struct MergedSums {
  std::uint64_t batches = 0;  // number of merged batches
  std::uint64_t rows_before = 0;
  std::uint64_t rows_after = 0;
};

// Merges the sums of all completed batches of each shard into one batch, with a row per position
// and move. Servers then remove the old rows. A query sees the rows either before or after a merge.
// An interrupted merge changes nothing, and can be repeated. Imports and deletions can run at the
// same time. Throws IoError, including when another program merges.
MergedSums merge_sums(Cluster& cluster, ClusterWriting& writing);

// Merges some sums after an import, until each shard has at most kMaxSumSets sets of sums. Does
// nothing if no shard has more sets, or if another program merges. A failure changes nothing, and
// the next import retries.
void merge_many_sums(Cluster& cluster, ClusterWriting& writing);
inline constexpr std::size_t kMaxSumSets = 15;

// Returns the number of batches to merge at once, starting with the smallest. Each has at most as
// many rows as all smaller ones together, so that merging n batches reads O(n log n) rows.
// Precondition: `rows` is ascending and has at least two elements.
std::size_t batches_to_merge(std::span<const std::uint64_t> rows);

// Removes all games of the sources of these batches, and returns the sources, which can then be
// imported again. Then corrects the sums of all shards. Precondition: `writing` holds the lock for
// deletions.
std::vector<SourceFile> repair_batches(Cluster& cluster, ClusterWriting& writing,
                                       std::span<const LedgerBatch> damaged);

}  // namespace arbiter::clickhouse
