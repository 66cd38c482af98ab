#include "db/clickhouse/writing/running_request.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

}  // namespace

std::string query_id_of(const LedgerBatch& batch, std::string_view table) {
  return fmt::format("arbiter-{:016x}-{}", batch.batch, table);
}

void wait_until_over(Cluster& cluster, unsigned shard, const std::string& query_id) {
  const std::string sql =
      fmt::format("SELECT count() FROM system.processes WHERE query_id = {} FORMAT RowBinary",
                  quoted(query_id));
  do {
    // The first time too: the server may not yet have begun with what it got last.
    std::this_thread::sleep_for(kBetweenLooks);
  } while (RowReader(cluster.run(shard, sql).bytes).u64() != 0);
}

}  // namespace arbiter::clickhouse
