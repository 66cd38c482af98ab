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
  unsigned shard = 0;  // shard number, from 0
  std::string host;
  // Why the server does not respond, or empty; if set, the other fields are unknown.
  std::string failure;
  std::string version;
  bool is_readonly = false;  // true if ZooKeeper cannot be reached
  std::uint64_t parts = 0;   // parts on disk, of all tables of the shard
  std::uint64_t bytes = 0;   // bytes on disk
  std::uint64_t games = 0;   // number of rows, like the next two
  std::uint64_t positions = 0;
  std::uint64_t sums = 0;
  std::uint64_t position_bytes = 0;  // bytes on disk of the table `positions`
  std::uint64_t behind = 0;          // number of blocks not yet fetched from other replicas
};

struct ClusterStatus {
  std::vector<ReplicaStatus> replicas;  // sorted by shard
  std::vector<LedgerBatch> under_way;   // batches in progress or interrupted
  std::uint64_t done = 0;               // number of finished batches and deletions
  std::uint64_t given_up = 0;
  unsigned unknown_shards = 0;  // number of shards whose replicas do not respond
};

// Queries every server of the cluster. Fails if no server returns the layout.
Result<ClusterStatus> read_status(const Address& address);

}  // namespace arbiter::clickhouse
