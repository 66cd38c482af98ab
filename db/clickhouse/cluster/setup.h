// Creates the tables of a cluster.
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
  // The number of shards and of replicas of each, unless the address groups the hosts. Host i has
  // replicas of shard i, and of those before it around the ring.
  std::optional<unsigned> shards = {};
  unsigned replicas = 1;
  std::optional<std::uint32_t> index_plies = {};
};

struct SetupResult {
  Layout layout;
  std::vector<std::string> versions = {};  // of the servers, in the order of the hosts
  bool was_there = false;                  // everything already existed
};

// Returns the layout of a plan.
Result<Layout> layout_of(const SetupPlan& plan);

// Creates the missing tables on every host. Fails if a server is too old, does not respond, or
// belongs to a cluster with another layout.
Result<SetupResult> set_up(const SetupPlan& plan);

struct ClusterUpgrade {
  std::uint32_t version_before = 0;
  std::size_t servers = 0;
};

// Upgrades the tables on every host to kClusterVersion. An interrupted upgrade can be repeated.
// Fails if a server does not respond, or if the tables are newer.
Result<ClusterUpgrade> upgrade_cluster(const Address& address);

}  // namespace arbiter::clickhouse
