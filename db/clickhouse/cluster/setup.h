// The tables of a cluster, made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/layout.h"
#include "db/clickhouse/wire/address.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

struct SetupPlan {
  Address address;
  // How its hosts are grouped, unless it says so itself. Each shard has so many replicas; host i
  // has replicas of shard i, and of those before it around the ring.
  std::optional<unsigned> shards = {};
  unsigned replicas = 1;
  std::optional<std::uint32_t> index_plies = {};
};

struct SetupResult {
  Layout layout;
  std::vector<std::string> versions = {};  // of the servers, in the order of the hosts
  bool was_there = false;                  // nothing had to be made
};

// Which hosts have which shard.
Result<Layout> layout_of(const SetupPlan& plan);

// Creates what is missing on every host, and leaves what is there. Fails where a server is too old,
// does not answer, or belongs to a cluster of another layout.
Result<SetupResult> set_up(const SetupPlan& plan);

}  // namespace arbiter::clickhouse
