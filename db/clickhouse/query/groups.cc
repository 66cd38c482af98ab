#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "db/clickhouse/query/name_groups.h"
#include "db/clickhouse/query/name_lookup.h"
#include "db/clickhouse/query/selection.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/model/column_values.h"
#include "db/model/game_statistics.h"
#include "lib/openings/opening_table.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kGroups =
    "SELECT {0}, countIf({3} = 0), countIf({3} = 1), countIf({3} = 2),"
    " countIf({3} = 3), toUInt64(sum(plies)) FROM games WHERE {1}{2} GROUP BY {0}";

// The first move of games from the standard initial position, as move_code.h packs it; otherwise 0.
constexpr std::string_view kFirstMove =
    "toUInt64(if(plies > 0 AND bitAnd(flags, 16) = 0 AND (start = '' OR startsWith(start,"
    " 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - ')),"
    " bitAnd(reinterpretAsUInt16(substring(moves, 1, 2)), 4095), 0))";

// Returns the expression of a group's key for group_name().
std::string key_of(GroupBy by) {
  switch (by) {
    case GroupBy::Year:
      return "toUInt64(intDiv(date, 10000))";
    case GroupBy::Eco:
      return "toUInt64(if(eco != 0, eco, opening_eco))";
    case GroupBy::Elo:
      return fmt::format(
          "toUInt64(if(white_elo = 0 OR black_elo = 0, 0, intDiv(intDiv(white_elo + black_elo, 2),"
          " {}) + 1))",
          kEloStep);
    case GroupBy::Result:
      return "toUInt64(result + 1)";
    case GroupBy::Ending:
      return "toUInt64(ending + 1)";
    case GroupBy::Plies:
      return fmt::format("toUInt64(if(bitAnd(flags, 16) != 0, 0, intDiv(plies, {}) + 1))",
                         kPlyStep);
    case GroupBy::FirstMove:
      return std::string(kFirstMove);
    case GroupBy::Opening:
    case GroupBy::OpeningFamily:
    case GroupBy::Player:
    case GroupBy::Event:
    case GroupBy::Site:
      break;
  }
  return "toUInt64(0)";
}

GameCount read_count(RowReader& rows) {
  GameCount count;
  for (unsigned number = 0; number < 4; ++number) {
    const std::uint64_t games = rows.u64();
    count.results[static_cast<std::size_t>(outcome_of(number))] = games;
    count.games += games;
  }
  count.plies = rows.u64();
  return count;
}

// Adds up the counts of groups. `row_of(rows)` reads a key, and returns the count of its group.
template <class RowOf>
void count_groups(QuerySession& session, const CountedGames& games, std::string_view key,
                  RowOf row_of) {
  const auto answers = session.ask_all([&](unsigned shard) {
    return fmt::format(kGroups, key, games.selection.of_games(shard), kSeenGames,
                       games.side.result(shard));
  });
  for_each_row(answers, [&](RowReader& rows) {
    GameCount& count = row_of(rows);
    count += read_count(rows);
  });
}

std::vector<StatisticsRow> number_groups(QuerySession& session, const CountedGames& games,
                                         GroupBy by) {
  std::map<std::uint64_t, StatisticsRow> groups;
  count_groups(session, games, key_of(by),
               [&](RowReader& rows) -> GameCount& { return groups[rows.u64()].count; });
  std::vector<StatisticsRow> list;
  for (auto& [key, group] : groups) {
    group.name = group_name(by, key);
    list.push_back(std::move(group));
  }
  return list;
}

std::vector<StatisticsRow> opening_groups(QuerySession& session, const CountedGames& games,
                                          GroupBy by) {
  NameLookup lookup(session);
  std::map<std::pair<std::uint64_t, std::uint16_t>, std::string> names;
  for (const NameLookup::Opening& opening : lookup.openings()) {
    names[{opening.id, opening.eco}] = by == GroupBy::OpeningFamily
                                           ? std::string(family_of(opening.name))
                                           : opening_text(eco_text(opening.eco), opening.name);
  }
  std::map<std::string, StatisticsRow> groups;
  count_groups(session, games, "opening, opening_eco", [&](RowReader& rows) -> GameCount& {
    const std::uint64_t opening = rows.u64();
    const std::string& name = names[{opening, rows.u16()}];
    StatisticsRow& group = groups[name];
    group.name = name;
    return group.count;
  });
  std::vector<StatisticsRow> list;
  for (auto& [name, group] : groups) list.push_back(std::move(group));
  return list;
}

}  // namespace

std::vector<StatisticsRow> groups_of(QuerySession& session, const GameFilter& filter,
                                     const GroupQuery& query) {
  const auto [by, limit, jobs] = query;
  const CountedGames games{Selection(session, filter, "1", jobs),
                           PlayerSide(session, filter, jobs)};
  const bool is_name = by == GroupBy::Player || by == GroupBy::Event || by == GroupBy::Site;
  const bool is_opening = by == GroupBy::Opening || by == GroupBy::OpeningFamily;
  auto groups = is_name      ? name_groups(session, games, {.by = by, .limit = limit})
                : is_opening ? opening_groups(session, games, by)
                             : number_groups(session, games, by);
  sort_groups(by, groups);
  return groups;
}

}  // namespace arbiter::clickhouse
