// The games of a cluster, counted by what they have in common.
#pragma once

#include <vector>

#include "db/clickhouse/questions/inquiry.h"
#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"

namespace arbiter::db::clickhouse::questions {

// As Storage::groups(). Each shard counts its groups; by names about 100 bytes come for each name.
std::vector<StatisticsRow> groups_of(Inquiry& inquiry, const GameFilter& filter, GroupBy by,
                                     unsigned jobs);

}  // namespace arbiter::db::clickhouse::questions
