// Games that are in a cluster already.
#pragma once

#include <vector>

#include "db/clickhouse/query/inquiry.h"
#include "db/model/game_draft.h"

namespace arbiter::clickhouse {

// As Storage::find_duplicates(). Each shard looks at the hash of every game, about 1 ns each, and
// sends the first 64 games with that of a draft; of games with few moves those with the players of
// one.
std::vector<bool> find_duplicates(Inquiry& inquiry, const DraftBatch& batch);

}  // namespace arbiter::clickhouse
