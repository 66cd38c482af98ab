// The contents of a cluster's tables, read from its servers with separate SQL, independently of the
// program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/cluster/server_node.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The contents of the completed batches. The hashes are sums of the hashes of the rows: they add up
// over shards, and do not depend on ids or batches.
struct ShardContent {
  std::uint64_t games = 0;
  std::uint64_t game_hashes = 0;  // over all columns except the ids
  std::uint64_t positions = 0;
  std::uint64_t position_hashes = 0;  // over all columns except the ids
  std::uint64_t hidden_games = 0;     // number of games in incomplete batches
  std::vector<std::string> faults;    // violated invariants

  void add(const ShardContent& other);
};

// Returns the contents of a database. Faults are duplicate games, duplicate positions in a game,
// incomplete batches, and sums that differ from the positions.
ShardContent content_of(const ServerNode& node, const std::string& database);

// Returns the ids of the completed batches of a database.
std::vector<std::uint64_t> done_batches(const ServerNode& node, const std::string& database);

}  // namespace arbiter::testing
