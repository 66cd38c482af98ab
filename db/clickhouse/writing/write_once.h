// Writes that must not be repeated.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"

namespace arbiter::clickhouse {

// A write of rows of a batch to one table.
struct BatchWrite {
  const LedgerBatch& batch;
  std::string_view table;
  std::string condition;   // the condition for these rows in the table
  bool may_exist = false;  // a program that has ended may have written them
};

// Calls `act(query_id)`, and retries it while the table has none of the rows. The server rejects a
// query id that is still running. Returns the number of rows that an earlier try has written; then
// nothing more is written. Throws IoError.
std::uint64_t write_once(Cluster& cluster, const BatchWrite& write,
                         const std::function<void(const std::string& query_id)>& act);

}  // namespace arbiter::clickhouse
