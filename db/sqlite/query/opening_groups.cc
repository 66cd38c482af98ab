#include "db/sqlite/query/opening_groups.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "db/model/column_values.h"
#include "db/sqlite/games/opening_names.h"
#include "db/sqlite/query/opening_list.h"

namespace arbiter::sqlite {
namespace {

void count(ColumnReader& columns, GameId game, GameCount& games) {
  const auto result = static_cast<unsigned>(columns.value(game, GameColumn::Result));
  games.add(outcome_of(result), columns.value(game, GameColumn::Plies));
}

// A group by the name that it has.
std::string group_name(const OpeningList::Row& opening, GroupBy by) {
  return by == GroupBy::OpeningFamily ? std::string(family_of(opening.name))
                                      : opening_text(eco_text(opening.eco), opening.name);
}

}  // namespace

std::map<std::uint64_t, StatisticsRow> codes_of(SqliteReader& reader, const GameSet& among) {
  ColumnReader& columns = reader.columns();
  const OpeningList openings(reader.connection());
  std::map<std::uint64_t, StatisticsRow> groups;
  among.for_each([&](GameId game) {
    const std::uint64_t code = openings.code_of(columns.value(game, GameColumn::Eco),
                                                columns.value(game, GameColumn::Opening));
    count(columns, game, groups[code].count);
    return true;
  });
  return groups;
}

std::map<std::uint64_t, StatisticsRow> openings_of(SqliteReader& reader, const GameSet& among,
                                                   GroupBy by) {
  require_openings(reader.connection());
  ColumnReader& columns = reader.columns();
  const OpeningList openings(reader.connection());
  std::map<std::string, StatisticsRow> by_name;
  std::unordered_map<std::uint32_t, StatisticsRow*> rows;  // by opening
  among.for_each([&](GameId game) {
    const std::uint64_t number = columns.value(game, GameColumn::Opening);
    StatisticsRow*& group = rows[opening_id_of(number)];
    if (group == nullptr) {
      std::string name = group_name(openings[number], by);
      group = &by_name[name];
      group->name = std::move(name);
    }
    count(columns, game, group->count);
    return true;
  });
  std::map<std::uint64_t, StatisticsRow> groups;
  for (auto& [name, group] : by_name) groups.emplace(groups.size(), std::move(group));
  return groups;
}

}  // namespace arbiter::sqlite
