// What is in the tables of a cluster, asked of its servers in SQL of our own: a second way to the
// answers of the store, with nothing in between.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/cluster/server_node.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Of the batches that are done. Sums of hashes, so that those of shards add up: two clusters with
// the same games have the same, however the games are numbered and divided into batches.
struct ShardContent {
  std::uint64_t games = 0;
  std::uint64_t game_hashes = 0;  // all columns but the numbers
  std::uint64_t positions = 0;
  std::uint64_t position_hashes = 0;  // the same
  std::uint64_t hidden_games = 0;     // of batches that are not done
  std::vector<std::string> faults;    // what must not be

  void add(const ShardContent& other);
};

// The tables of a database: games that come twice, positions that come twice in a game, batches
// without all of their rows, and sums that are not those of the positions are faults.
ShardContent content_of(const ServerNode& node, const std::string& database);

// The batches of a database that are done, by their numbers.
std::vector<std::uint64_t> done_batches(const ServerNode& node, const std::string& database);

}  // namespace arbiter::testing
