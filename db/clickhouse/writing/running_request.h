// Requests that write, told apart by their ids, so that none is sent again while it runs.
#pragma once

#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"

namespace arbiter::clickhouse {

// The id of the request that adds the batch's rows of a table; a server refuses a second one while
// the first runs.
std::string query_id_of(const LedgerBatch& batch, std::string_view table);

// Waits until the replica is done with what it got of a request that was broken off. Afterwards its
// rows are there or will never be.
void wait_until_over(Cluster& cluster, unsigned shard, const std::string& query_id);

}  // namespace arbiter::clickhouse
