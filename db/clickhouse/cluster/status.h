// How a cluster is, for people who run one.
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
  std::string failure;  // why it does not answer; then nothing below is known
  std::string version;
  bool is_readonly = false;  // without ZooKeeper
  std::uint64_t parts = 0;   // on disk, of all tables of the shard
  std::uint64_t bytes = 0;   // on disk
  std::uint64_t games = 0;   // rows, as of the tables below
  std::uint64_t positions = 0;
  std::uint64_t sums = 0;
  std::uint64_t position_bytes = 0;  // of the table `positions` on disk
  std::uint64_t behind = 0;          // rows of other replicas that it has yet to fetch, in blocks
};

struct ClusterStatus {
  std::vector<ReplicaStatus> replicas;  // by shard
  std::vector<LedgerBatch> under_way;   // begun, neither done nor given up
  std::uint64_t done = 0;               // batches and deletions
  std::uint64_t given_up = 0;
  unsigned unknown_shards = 0;  // none of whose replicas answers
};

// Asks every server that has tables. Fails where none answers that knows the layout.
Result<ClusterStatus> read_status(const Address& address);

}  // namespace arbiter::clickhouse
