// The shards of a cluster and their hosts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

// The version of the tables. 1: source files were added without a lock, so programs of both
// versions must not write at the same time.
inline constexpr std::uint32_t kClusterVersion = 2;

// Whether the servers synchronize the replicas of a shard, through ZooKeeper.
enum class Replication : std::uint8_t { None, ByServers };

// The table `cluster` in the database of the address. `arbiter cluster init` writes it on every
// node, and `arbiter upgrade` changes the version.
struct Layout {
  std::vector<std::vector<Host>> shards;  // each with its replicas
  Replication replication = Replication::None;
  // The maximum ply of positions that can be found, if it is limited.
  std::optional<std::uint32_t> index_plies = {};
  std::uint32_t version = kClusterVersion;

  bool operator==(const Layout&) const = default;
};

// Returns the database with the tables of a shard: "games_s1" for the first one, on every node.
std::string database_of_shard(const std::string& database, unsigned shard);

// Reads the table, if it exists. Throws EndpointFailure.
std::optional<Layout> read_layout(Endpoint& endpoint, const std::string& database);

// Returns why a program of this version cannot use the tables, or nothing.
std::optional<std::string> version_fault(const Layout& layout, Access access);

// Sets the version of an existing table to kClusterVersion. Throws EndpointFailure.
void write_version(Endpoint& endpoint, const std::string& database);

// Creates and fills the table, unless it exists and has rows. Throws EndpointFailure.
void write_layout(Endpoint& endpoint, const std::string& database, const Layout& layout);

}  // namespace arbiter::clickhouse
