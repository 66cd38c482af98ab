#include "db/clickhouse/query/name_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/query/name_lookup.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/model/column_values.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

// The names of a column of `games`, with their games by result. A player's games against himself
// count once; as Black they count only as spellings.
constexpr std::string_view kCountedGroups =
    "SELECT id, count(), countIf(r = 0 AND counts), countIf(r = 1 AND counts),"
    " countIf(r = 2 AND counts), countIf(r = 3 AND counts),"
    " toUInt64(sumIf(plies, counts)) FROM (SELECT {} AS id, {} AS r, plies, {} AS counts FROM games"
    " WHERE {}{}{}) GROUP BY id";

// Games between two spellings of one player.
constexpr std::string_view kAgainstOneself =
    "SELECT black, toUInt64(result), count(), toUInt64(sum(plies)) FROM (SELECT black, result,"
    " plies, white_key FROM (SELECT white, black, result, plies FROM games WHERE white != black"
    " AND {0}{1}{3}) AS one ANY INNER JOIN (SELECT id AS white, {2} AS white_key FROM names"
    " WHERE kind = 1) AS other USING white) AS one ANY INNER JOIN (SELECT id AS black,"
    " {2} AS black_key FROM names WHERE kind = 1) AS other USING black"
    " WHERE white_key = black_key GROUP BY black, result";

constexpr std::string_view kGroupNames =
    "SELECT id, any(name), any({}) FROM names WHERE kind = {} AND {} GROUP BY id";

struct Column {
  std::string_view name;
  Color color = Color::White;
};

// The counts of one spelling of a name.
struct Spelling {
  std::uint64_t games = 0;  // with this spelling
  GameCount count;          // of the games that count
  std::uint64_t as_white = 0;
  std::string name;
  std::string key;
};

struct Group {
  StatisticsRow row;
  std::uint64_t spelled = 0;  // games with the name of `row`
};

class GroupCount {
 public:
  GroupCount(QuerySession& session, const CountedGames& games, const NameGrouping& grouping)
      : session_(session),
        games_(games),
        grouping_(grouping),
        is_player_(grouping.by == GroupBy::Player) {
    const GroupBy by = grouping.by;
    if (is_player_) {
      columns_ = {{"white"}, {"black", Color::Black}};
      kind_ = NameKind::Player;
    } else {
      columns_ = {{by == GroupBy::Event ? "event" : "site"}};
      kind_ = by == GroupBy::Event ? NameKind::Event : NameKind::Site;
    }
  }

  std::vector<StatisticsRow> run() {
    std::vector<std::string_view> names;
    for (const Column& column : columns_) names.push_back(column.name);
    const NamePortions portions(session_, games_.selection, kind_, names, grouping_.names_at_once);
    std::vector<StatisticsRow> rows;
    for (std::uint64_t portion = 0; portion < portions.count(); ++portion) {
      spellings_.clear();
      for (const Column& column : columns_) {
        count(column, portions.condition(column.name, portion));
      }
      if (is_player_) take_out_games_against_oneself(portions.condition("black", portion));
      read_names();
      std::ranges::move(joined(), std::back_inserter(rows));
      if (grouping_.limit) keep_largest(rows);
    }
    return rows;
  }

 private:
  // Adds games, or removes them if `games` is negative modulo 2^64.
  void add(Spelling& spelling, Color color, Outcome result, std::uint64_t games) {
    if (color == Color::Black) result = swapped(result);
    spelling.count.games += games;
    spelling.count.results[static_cast<std::size_t>(result)] += games;
    if (is_player_ && color == Color::White) spelling.as_white += games;
  }

  // `among` is the condition of a portion.
  void count(const Column& column, const std::string& among) {
    const std::string_view counts = column.color == Color::Black ? "(white != black)" : "1";
    const auto answers = session_.ask_all([&](unsigned shard) {
      return fmt::format(kCountedGroups, column.name,
                         is_player_ ? "result" : games_.side.result(shard), counts,
                         games_.selection.of_games(shard), kSeenGames, among);
    });
    for_each_row(answers, [&](RowReader& rows) {
      Spelling& spelling = spellings_[rows.u64()];
      spelling.games += rows.u64();
      for (unsigned result = 0; result < 4; ++result) {
        add(spelling, column.color, outcome_of(result), rows.u64());
      }
      spelling.count.plies += rows.u64();
    });
  }

  void take_out_games_against_oneself(const std::string& among) {
    const auto answers = session_.ask_all([&](unsigned shard) {
      return fmt::format(kAgainstOneself, games_.selection.of_games(shard), kSeenGames, kNameKey,
                         among);
    });
    for_each_row(answers, [&](RowReader& rows) {
      Spelling& spelling = spellings_[rows.u64()];
      const Outcome result = outcome_of(static_cast<unsigned>(rows.u64()));
      add(spelling, Color::Black, result, 0 - rows.u64());
      spelling.count.plies -= rows.u64();
    });
  }

  void read_names() {
    std::vector<std::uint64_t> ids;
    for (const auto& [id, spelling] : spellings_) {
      if (id != 0) ids.push_back(id);
    }
    const auto sql =
        fmt::format(kGroupNames, kNameKey, static_cast<unsigned>(kind_), in_list("id", ids));
    for_each_row(session_.ask_all(sql), [&](RowReader& rows) {
      Spelling& spelling = spellings_[rows.u64()];
      spelling.name = rows.text();
      spelling.key = rows.text();
    });
  }

  void keep_largest(std::vector<StatisticsRow>& rows) const {
    sort_groups(grouping_.by, rows);
    const bool has_unknown = !rows.empty() && rows.back().name.empty();
    if (rows.size() <= *grouping_.limit + (has_unknown ? 1 : 0)) return;
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(*grouping_.limit);
    rows.erase(end, rows.end() - (has_unknown ? 1 : 0));
  }

  std::vector<StatisticsRow> joined() const {
    std::map<std::pair<bool, std::string>, Group> groups;  // by whether there is a name, and key
    for (const auto& [id, spelling] : spellings_) {
      Group& group = groups[{id != 0, spelling.key}];
      group.row.count += spelling.count;
      group.row.as_white += spelling.as_white;
      const bool is_more = spelling.games > group.spelled ||
                           (spelling.games == group.spelled && spelling.name < group.row.name);
      if (!is_more) continue;
      group.row.name = spelling.name;
      group.spelled = spelling.games;
    }
    std::vector<StatisticsRow> rows;
    for (auto& [key, group] : groups) {
      if (group.spelled > 0) rows.push_back(std::move(group.row));
    }
    return rows;
  }

  QuerySession& session_;
  const CountedGames& games_;
  const NameGrouping& grouping_;
  bool is_player_;
  std::vector<Column> columns_;
  NameKind kind_ = NameKind::Player;
  std::unordered_map<std::uint64_t, Spelling> spellings_;  // by the number of the name
};

}  // namespace

std::vector<std::string> player_names(QuerySession& session, const Storage::AcceptsName& accepts) {
  constexpr std::string_view kAll = "SELECT DISTINCT name, folded FROM names WHERE kind = {}";
  std::map<std::string, std::string> names;  // by key
  const auto sql = fmt::format(kAll, static_cast<unsigned>(NameKind::Player));
  for_each_row(session.ask_all(sql), [&](RowReader& rows) {
    std::string name(rows.text());
    const std::string folded(rows.text());
    if (!accepts(folded)) return;
    const auto [at, is_new] = names.try_emplace(name_key(folded), name);
    if (!is_new) at->second = std::min(at->second, name);
  });
  std::vector<std::string> sorted;
  for (auto& [key, name] : names) sorted.push_back(std::move(name));
  std::ranges::sort(sorted);
  return sorted;
}

std::vector<StatisticsRow> name_groups(QuerySession& session, const CountedGames& games,
                                       const NameGrouping& grouping) {
  return GroupCount(session, games, grouping).run();
}

}  // namespace arbiter::clickhouse
