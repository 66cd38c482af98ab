// Games taken out of a cluster.
#pragma once

#include <cstdint>
#include <span>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "db/model/ids.h"

namespace arbiter::clickhouse {

// How many games are to be seen in all shards.
std::uint64_t count_games(Cluster& cluster);
// The same of these games, each of which is named once.
std::uint64_t count_games(Cluster& cluster, std::span<const GameId> games);

// The numbers of the games of these sources that are to be seen.
std::vector<GameId> games_of(Cluster& cluster, std::span<const SourceId> sources);

// Takes out games, shard after shard: each of them at once for all questions. If it is interrupted,
// the games of the shards that were not reached are still there, and the deletion can be repeated.
// Reads the game column of all positions of their shards. Throws IoError.
void delete_games(Cluster& cluster, ClusterWriting& writing, std::span<const GameId> games);

}  // namespace arbiter::clickhouse
