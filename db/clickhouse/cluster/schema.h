// The tables of a shard, and functions that create and upgrade them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/wire/endpoint.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

// A table of a shard:
//   games      the games
//   names      the names of each NameKind
//   positions  the first occurrence of a position in a game
//   sums       sums over the games of a batch that reached a frequent position, by the next move;
//              negative for a deletion; of several batches for a merge (ledger.h)
//   dead       deleted games
//   batches    the states of batches and deletions (ledger.h)
//   sources    source files, only on the first shard
//   locks      locks of programs (cluster_writing.h), only on the first shard
struct Table {
  std::string_view name;
  std::string_view columns;  // the columns and their types, as in CREATE TABLE
  std::string_view order;    // the sort key
  std::string_view merging;  // "Replacing" if the server keeps one row for each key, or ""
  std::string_view version;  // with Replacing: the column whose maximum is kept
  unsigned granularity;      // index granularity in rows
};
std::span<const Table> tables();

// The shard with the tables `sources` and `locks`.
inline constexpr unsigned kFirstShard = 0;

// Returns the id of a game, which combines the source number and the game number in the source,
// counting from 1.
constexpr std::uint64_t game_number(std::uint32_t source, std::uint64_t in_source) {
  return std::uint64_t{source} << 32 | in_source;
}

// If at least this many games of a batch reach the same position, the batch stores sums of that
// position. In `positions`, `summed` is 1 for these games.
inline constexpr std::uint32_t kMinGamesForSums = 64;

// The identity of a replicated table in ZooKeeper.
struct ReplicatedPlace {
  std::string path;     // the path of the shard; the table name is appended
  std::string replica;  // the replica name, unique in the shard
};

// Returns a CREATE TABLE IF NOT EXISTS statement. Without a place, the table is not replicated.
std::string create_table(const Table& table, const ReplicatedPlace* place);

// Returns an ALTER TABLE statement that makes current servers deduplicate the last thousand
// inserted blocks, even without replicas.
std::string recognize_duplicates(const Table& table);

// Returns an ALTER TABLE statement that improves compression on current servers; empty if there is
// none.
std::string pack_columns(const Table& table);

struct SetupPlan {
  Address address;
  // The number of shards, and of replicas of each shard, unless the address groups the hosts. Host
  // i has replicas of shard i and of the preceding shards, in a ring.
  std::optional<unsigned> shards = {};
  unsigned replicas = 1;
  std::optional<std::uint32_t> index_plies = {};
};

struct SetupResult {
  Layout layout;
  std::vector<std::string> versions = {};  // server versions, in the order of the hosts
  bool was_there = false;                  // true if everything already existed
};

Result<Layout> layout_of(const SetupPlan& plan);

// Creates the missing tables on every host. All servers are checked first. Fails if a server is too
// old, does not respond, or belongs to a cluster with another layout.
Result<SetupResult> set_up(const SetupPlan& plan);

struct ClusterUpgrade {
  std::uint32_t version_before = 0;
  std::size_t servers = 0;
};

// Upgrades the tables on every host to kClusterVersion. An interrupted upgrade can be repeated.
// Fails if a server does not respond, or if the tables are newer.
Result<ClusterUpgrade> upgrade_cluster(const Address& address);

}  // namespace arbiter::clickhouse
