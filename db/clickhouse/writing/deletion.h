// Deletion of games from a cluster.
#pragma once

#include <cstdint>
#include <span>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

// Returns the number of visible games in all shards.
std::uint64_t count_games(Cluster& cluster);
// Returns the number of visible games among `games`. Precondition: `games` has no duplicates.
std::uint64_t count_games(Cluster& cluster, std::span<const GameId> games);

// Returns the visible games of these sources.
std::vector<GameId> games_of(Cluster& cluster, std::span<const SourceId> sources);

// Deletes games shard by shard. Deletion is atomic within a shard. If interrupted, it can be
// repeated for the remaining shards. Reads the game column of all positions in the affected shards.
// Throws IoError.
void delete_games(Cluster& cluster, ClusterWriting& writing, std::span<const GameId> games);

// Corrects stored sums that differ from the totals of their positions, by adding the differences.
// Reads all sums and positions. Precondition: the lock for deletions is held. Throws IoError.
void correct_sums(Cluster& cluster);

}  // namespace arbiter::clickhouse
