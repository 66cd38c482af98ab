// The games of a cluster, counted by what they have in common.
#pragma once

#include <vector>

#include "db/clickhouse/query/inquiry.h"
#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"

namespace arbiter::clickhouse {

// As Storage::groups(). Each shard counts its groups; by names about 100 bytes come for each name.
std::vector<StatisticsRow> groups_of(Inquiry& inquiry, const GameFilter& filter, GroupBy by,
                                     unsigned jobs);

}  // namespace arbiter::clickhouse
