// Retries of writes to a shard.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

// A server restart or a leader election of ZooKeeper takes less.
inline constexpr std::chrono::seconds kWriteTimeout{90};

// The table in messages.
struct WrittenTable {
  unsigned shard = 0;
  std::string_view table;
};

// Calls `act(attempt)`, with attempts from 0, until it succeeds. After each EndpointFailure that
// may pass, it switches to the next replica that is up to date. `act` must write only that table.
// Throws IoError after kWriteTimeout, and at once for other failures.
template <class Act>
void retry_write(Cluster& cluster, WrittenTable written, Act act) {
  const auto end = std::chrono::steady_clock::now() + kWriteTimeout;
  auto pause = std::chrono::milliseconds(100);
  for (unsigned attempt = 0;; ++attempt) {
    try {
      return act(attempt);
    } catch (const EndpointFailure& failure) {
      if (!failure.facts().may_pass || std::chrono::steady_clock::now() + pause >= end) {
        throw IoError(fmt::format("shard {}, table {}: {}; run this again to continue",
                                  written.shard + 1, written.table, failure.what()));
      }
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(3000));
    cluster.try_next_replica(written.shard);
  }
}

// Inserts rows that may be inserted twice.
inline void insert_with_retries(Cluster& cluster, WrittenTable written, const NativeBlock& rows) {
  retry_write(cluster, written,
              [&](unsigned) { cluster.insert(written.shard, written.table, rows); });
}

}  // namespace arbiter::clickhouse
