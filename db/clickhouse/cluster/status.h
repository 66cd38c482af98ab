// The status of a cluster, for its administrators.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/wire/address.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

struct ReplicaStatus {
  unsigned shard = 0;  // from 0
  std::string host;
  std::string failure;  // the reason if it does not respond; then the rest is unknown
  std::string version;
  bool is_readonly = false;  // without ZooKeeper
  std::uint64_t parts = 0;   // on disk, of all tables of the shard
  std::uint64_t bytes = 0;   // on disk
  std::uint64_t games = 0;   // rows, like the next two
  std::uint64_t positions = 0;
  std::uint64_t sums = 0;
  std::uint64_t position_bytes = 0;  // of the table `positions` on disk
  std::uint64_t behind = 0;          // blocks of other replicas not fetched yet
};

struct ClusterStatus {
  std::vector<ReplicaStatus> replicas;  // by shard
  std::vector<LedgerBatch> under_way;   // begun, neither done nor given up
  std::uint64_t done = 0;               // batches and deletions
  std::uint64_t given_up = 0;
  unsigned unknown_shards = 0;  // without a replica that responds
};

// Queries every server that has tables. Fails if no server returns the layout.
Result<ClusterStatus> read_status(const Address& address);

}  // namespace arbiter::clickhouse
