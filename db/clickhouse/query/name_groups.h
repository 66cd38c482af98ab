// Groups of a cluster's games by player, event or place.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/name_lookup.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/game_statistics.h"

namespace arbiter::clickhouse {

// A grouping by names. Spellings with the same name_key() form one group, under the most frequent
// spelling, or the alphabetically first of these. With GroupBy::Player, a game between two
// spellings of one name counts once, for White.
struct NameGrouping {
  GroupBy by = GroupBy::Player;
  // If set, only this many largest groups are returned, and the group without a name.
  std::optional<std::uint64_t> limit = {};
  std::uint64_t names_at_once = kNamesAtOnce;
};
std::vector<StatisticsRow> name_groups(QuerySession& session, const CountedGames& games,
                                       const NameGrouping& grouping);

}  // namespace arbiter::clickhouse
