// Waiting until a shard can be written again.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

// A server is restarted, or ZooKeeper chooses a leader, in less.
inline constexpr std::chrono::seconds kPatience{90};

// What messages name.
struct WrittenTable {
  unsigned shard = 0;
  std::string_view table;
};

// Calls `act(attempt)`, from 0, until it comes back without an EndpointFailure that may pass, each
// time at the next replica that is up to date. Throws IoError after kPatience, and at once what
// does not pass, with the shard and the table that `act` writes, which has no other effect when it
// is called again.
template <class Act>
void patiently(Cluster& cluster, WrittenTable written, Act act) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  auto pause = std::chrono::milliseconds(100);
  for (unsigned attempt = 0;; ++attempt) {
    try {
      return act(attempt);
    } catch (const EndpointFailure& failure) {
      const bool goes_on =
          failure.facts().may_pass && std::chrono::steady_clock::now() + pause < end;
      if (!goes_on) {
        throw IoError(fmt::format("shard {}, table {}: {}; run this again to continue",
                                  written.shard + 1, written.table, failure.what()));
      }
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(3000));
    cluster.try_next_replica(written.shard);
  }
}

}  // namespace arbiter::clickhouse
