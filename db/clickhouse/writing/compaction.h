// Merges the sums of batches.
#pragma once

#include <cstdint>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

// The rows of `sums` in all shards.
struct MergedSums {
  std::uint64_t batches = 0;  // that were merged
  std::uint64_t rows_before = 0;
  std::uint64_t rows_after = 0;
};

// Merges the sums of all completed batches of each shard into those of one, with a row per position
// and move. Servers then remove the old rows. Queries see all of it in a shard at once. An
// interrupted merge changes nothing, and can be repeated. Precondition: the lock for deletions is
// held. Throws IoError.
MergedSums merge_sums(Cluster& cluster);

}  // namespace arbiter::clickhouse
