// Games of a cluster with all that is known about them, in portions.
#pragma once

#include "db/clickhouse/query/inquiry.h"
#include "db/model/storage.h"
#include "db/model/stored_game.h"

namespace arbiter::clickhouse {

// Replays the games to the position. All games that fit a filter which SQL can say, in the order of
// their numbers, are asked for stretch by stretch: only what is on its way is in memory. Otherwise
// 24 bytes for each game that is listed. `jobs` of the stream is how many portions are on their
// way.
FoundGames stream_games(Inquiry& inquiry, const FindQuery& query, const GameStream& stream);

}  // namespace arbiter::clickhouse
