// The games of a cluster, grouped by players, events or places.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/name_lookup.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/game_statistics.h"

namespace arbiter::clickhouse {

// Spellings with the same name_key() are one group, under the most frequent name, or the first of
// several in alphabetical order. With GroupBy::Player, a game of a person against himself counts
// once, for White.
struct NameGrouping {
  GroupBy by = GroupBy::Player;
  std::optional<std::uint64_t> limit = {};  // only the largest groups, and that without a name
  std::uint64_t names_at_once = kNamesAtOnce;
};
std::vector<StatisticsRow> name_groups(QuerySession& session, const CountedGames& games,
                                       const NameGrouping& grouping);

}  // namespace arbiter::clickhouse
