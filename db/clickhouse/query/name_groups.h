// The games of a cluster, grouped by players, events or places.
#pragma once

#include <vector>

#include "db/clickhouse/cluster/inquiry.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/game_statistics.h"

namespace arbiter::clickhouse {

// Spellings with the same folded form are one group, with the name that most games have. Groups are
// sorted by their first game. With GroupBy::Player, a game of a person against himself counts once.
std::vector<StatisticsRow> name_groups(Inquiry& inquiry, const Selection& selection, GroupBy by);

}  // namespace arbiter::clickhouse
