// Repairs a cluster.
#pragma once

#include <span>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Removes all games of the sources of these batches, and returns the sources, which can be imported
// again. Then corrects the sums of all shards. Precondition: `writing` has the lock for deletions.
std::vector<SourceFile> repair_batches(Cluster& cluster, ClusterWriting& writing,
                                       std::span<const LedgerBatch> damaged);

}  // namespace arbiter::clickhouse
