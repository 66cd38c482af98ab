// Checks the integrity of a cluster.
#pragma once

#include "db/clickhouse/cluster/query_session.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// Compares the ledger with the rows of its batches, and games with their names. Replays each game,
// and compares it with its row and positions, and these with sums. Reads everything once, and takes
// about 100 MB for a million games at a time.
IntegrityTotals check_cluster(QuerySession& session, const IntegrityOptions& options,
                              IntegrityListener& listener);

}  // namespace arbiter::clickhouse
