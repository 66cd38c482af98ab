// Merges the sums of batches.
// Repairs a cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// The rows of `sums` in all shards.
struct MergedSums {
  std::uint64_t batches = 0;  // that were merged
  std::uint64_t rows_before = 0;
  std::uint64_t rows_after = 0;
};

// Merges the sums of all completed batches of each shard into those of one, with a row per position
// and move. Servers then remove the old rows. Each query sees the rows before or after a merge. An
// interrupted merge changes nothing, and can be repeated. Imports and deletions can run meanwhile.
// Throws IoError, also if another program merges.
MergedSums merge_sums(Cluster& cluster, ClusterWriting& writing);

// Does the same after an import, but leaves each shard the sums of up to kMaxSumSets batches, and
// some old rows. Does nothing if there are not more, or if another program merges. Failures change
// nothing, and are left to the next import.
void merge_many_sums(Cluster& cluster, ClusterWriting& writing);
inline constexpr std::size_t kMaxSumSets = 15;

// Returns the number of batches that are merged at once, from the one with the fewest rows on. Each
// has at most as many rows as those before it together. So a merge doubles its rows, or finds the
// same positions, and the merges of n batches read O(n log n) rows. `rows` is ascending.
// Precondition: there are at least two.
std::size_t batches_to_merge(std::span<const std::uint64_t> rows);

// Removes all games of the sources of these batches, and returns the sources, which can be imported
// again. Then corrects the sums of all shards. Precondition: `writing` has the lock for deletions.
std::vector<SourceFile> repair_batches(Cluster& cluster, ClusterWriting& writing,
                                       std::span<const LedgerBatch> damaged);

}  // namespace arbiter::clickhouse
