// The games of a cluster, counted by players, events or places.
#pragma once

#include <vector>

#include "db/clickhouse/query/inquiry.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/game_statistics.h"

namespace arbiter::clickhouse {

// Names that are folded the same are one, shown in the spelling that most games have; of several
// groups with as many games, the one of which a game came first stands first. With GroupBy::Player,
// a game of one person against himself is one.
std::vector<StatisticsRow> name_groups(Inquiry& inquiry, const Selection& selection, GroupBy by);

}  // namespace arbiter::clickhouse
