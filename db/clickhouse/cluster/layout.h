// Which host has which shard.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/wire/endpoint.h"

namespace arbiter::clickhouse {

// Whether the servers keep the replicas of a shard equal, with ZooKeeper.
enum class Replication : std::uint8_t { None, ByServers };

// Table `cluster` in the database of the address, the same on every node, written by
// `arbiter cluster init` and never changed.
struct Layout {
  std::vector<std::vector<Host>> shards;  // each with its replicas
  Replication replication = Replication::None;
  // The deepest ply whose positions can be found; nothing: all can.
  std::optional<std::uint32_t> index_plies = {};

  bool operator==(const Layout&) const = default;
};

// The database with the tables of a shard: "games_s1" of the first one, on whatever node it is.
std::string database_of_shard(const std::string& database, unsigned shard);

// What the table says. Nothing: it is not there. Throws EndpointFailure.
std::optional<Layout> read_layout(Endpoint& endpoint, const std::string& database);

// Creates the table and fills it where it is missing or empty. Throws EndpointFailure.
void write_layout(Endpoint& endpoint, const std::string& database, const Layout& layout);

}  // namespace arbiter::clickhouse
