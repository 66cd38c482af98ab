// Checks the integrity of a cluster.
#pragma once

#include <vector>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

struct ClusterCheck {
  IntegrityTotals totals;
  // The batches whose games or positions are not those that were sent.
  std::vector<LedgerBatch> damaged;
};

// Compares the ledger with the rows of its batches, and games with their names. Replays each game,
// and compares it with its row and positions, and these with sums. Reads everything once, and takes
// about 100 MB for a million games at a time.
ClusterCheck check_cluster(QuerySession& session, const IntegrityOptions& options,
                           IntegrityListener& listener);

}  // namespace arbiter::clickhouse
