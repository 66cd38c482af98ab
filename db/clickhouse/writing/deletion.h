// Deletes games of a cluster.
#pragma once

#include <cstdint>
#include <span>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

// Returns the number of visible games in all shards.
std::uint64_t count_games(Cluster& cluster);
// Returns the number of visible games among these, each of which occurs once.
std::uint64_t count_games(Cluster& cluster, std::span<const GameId> games);

// Returns the visible games of these sources.
std::vector<GameId> games_of(Cluster& cluster, std::span<const SourceId> sources);

// Deletes games shard by shard. All queries see the deletion in a shard at once. An interrupted
// deletion can be repeated for the shards that it did not reach. Reads the game column of all
// positions of these shards. Throws IoError.
void delete_games(Cluster& cluster, ClusterWriting& writing, std::span<const GameId> games);

// Adds the differences of the sums and the positions that they sum up. Reads all of these.
// Precondition: the lock for deletions is held. Throws IoError.
void correct_sums(Cluster& cluster);

}  // namespace arbiter::clickhouse
