#include "db/clickhouse/cluster/status.h"

#include <fmt/format.h>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kParts =
    "SELECT count(), sum(bytes_on_disk), sumIf(rows, table = 'games'),"
    " sumIf(rows, table = 'positions'), sumIf(rows, table = 'sums'),"
    " sumIf(bytes_on_disk, table = 'positions'), version()"
    " FROM system.parts WHERE active AND database = currentDatabase() FORMAT RowBinary";
constexpr std::string_view kReplicas =
    "SELECT max(is_readonly), sum(inserts_in_queue) FROM system.replicas"
    " WHERE database = currentDatabase() FORMAT RowBinary";

void ask(Replica& replica, ReplicaStatus& status) try {
  const auto answer = [&](std::string_view sql) {
    return replica.endpoint->ask({.sql = std::string(sql), .database = replica.database});
  };
  const Answer parts = answer(kParts);
  RowReader row(parts);
  status.parts = row.u64();
  status.bytes = row.u64();
  status.games = row.u64();
  status.positions = row.u64();
  status.sums = row.u64();
  status.position_bytes = row.u64();
  status.version = row.text();
  const Answer replication = answer(kReplicas);
  RowReader queue(replication);
  if (!queue.begin_row()) return;
  status.is_readonly = queue.u8() != 0;
  status.behind = queue.u64();
} catch (const EndpointFailure& failure) {
  status.failure = failure.what();
}

void count_batches(Cluster& cluster, unsigned shard, ClusterStatus& status) try {
  for (const LedgerBatch& batch : read_batches(cluster, shard)) {
    if (batch.state == BatchState::Begun) status.under_way.push_back(batch);
    status.done += batch.state == BatchState::Done ? 1 : 0;
    status.given_up += batch.state == BatchState::GivenUp ? 1 : 0;
  }
} catch (const IoError&) {
  ++status.unknown_shards;
}

}  // namespace

Result<ClusterStatus> read_status(const Address& address) {
  auto cluster = connect(address, Access::Read);
  if (!cluster) return Error{cluster.error()};
  ClusterStatus status;
  for (unsigned shard = 0; shard < (*cluster)->shards(); ++shard) {
    for (Replica& replica : (*cluster)->replicas(shard)) {
      ReplicaStatus& row = status.replicas.emplace_back();
      row.shard = shard;
      row.host = replica.endpoint->name();
      ask(replica, row);
    }
    count_batches(**cluster, shard, status);
  }
  return status;
}

}  // namespace arbiter::clickhouse
