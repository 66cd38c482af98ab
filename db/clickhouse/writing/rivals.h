// Programs that write the same at the same time. Each says in the ledger what it begins, and looks
// afterwards who has said the same: of two, at least the later one sees the other, and stops.
#pragma once

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"

namespace arbiter::db::clickhouse::writing {

// Throws IoError that names the other program, if one that may still run has begun a batch with a
// source of `mine`, which is in the ledger: `mine` itself, or one that `known` has not.
// Asks the shard of `mine`: whoever goes on from where `mine` does chooses the same.
void refuse_rival_imports(Cluster& cluster, const Ledger& known, const LedgerBatch& mine);

// The same, if one has begun another deletion on the shard of `mine`.
void refuse_rival_deletions(Cluster& cluster, const LedgerBatch& mine);

}  // namespace arbiter::db::clickhouse::writing
