#include "db/clickhouse/writing/write_once.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "db/clickhouse/cluster/retry.h"
#include "db/clickhouse/cluster/sql_text.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::chrono::milliseconds kPollInterval{50};

std::uint64_t count(Cluster& cluster, unsigned shard, const std::string& rows) {
  const Answer answer = cluster.run(shard, "SELECT count() FROM " + rows + " FORMAT RowBinary");
  return RowReader(answer.bytes).u64();
}

// Waits until the replica has finished an interrupted request. Afterwards its rows exist, or will
// never exist.
void wait_until_over(Cluster& cluster, unsigned shard, const std::string& query_id) {
  const std::string request = "system.processes WHERE query_id = " + string_literal(query_id);
  do {
    // The server may not have started the request yet.
    std::this_thread::sleep_for(kPollInterval);
  } while (count(cluster, shard, request) != 0);
}

}  // namespace

std::uint64_t write_once(Cluster& cluster, const BatchWrite& write,
                         const std::function<void(const std::string& query_id)>& act) {
  const unsigned shard = write.batch.shard;
  const std::string query_id = fmt::format("arbiter-{:016x}-{}", write.batch.batch, write.table);
  std::uint64_t found = 0;
  retry_write(cluster, {shard, write.table}, [&](unsigned attempt) {
    if (attempt > 0 || write.may_exist) {
      wait_until_over(cluster, shard, query_id);
      found = count(cluster, shard, fmt::format("{} WHERE {}", write.table, write.condition));
    }
    if (found == 0) act(query_id);
  });
  return found;
}

}  // namespace arbiter::clickhouse
