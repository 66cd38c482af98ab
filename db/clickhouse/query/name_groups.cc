#include "db/clickhouse/query/name_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "db/clickhouse/cluster/name_id.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/model/column_values.h"

namespace arbiter::clickhouse {
namespace {

// The names of a column of `games`, with their games by result. A player's games against himself
// count once; as Black they count only as spellings.
constexpr std::string_view kCounted =
    "SELECT id, count(), countIf(result = 0 AND counts), countIf(result = 1 AND counts),"
    " countIf(result = 2 AND counts), countIf(result = 3 AND counts),"
    " toUInt64(sumIf(plies, counts)) FROM (SELECT {} AS id, result, plies, {} AS counts FROM games"
    " WHERE {}{}) GROUP BY id";

// Games between two spellings of one player.
constexpr std::string_view kAgainstOneself =
    "SELECT black, toUInt64(result), count(), toUInt64(sum(plies)) FROM (SELECT black, result,"
    " plies, white_folded FROM (SELECT white, black, result, plies FROM games WHERE white != black"
    " AND {}{}) AS one ANY INNER JOIN (SELECT id AS white, folded_id AS white_folded FROM names"
    " WHERE kind = 1) AS other USING white) AS one ANY INNER JOIN (SELECT id AS black,"
    " folded_id AS black_folded FROM names WHERE kind = 1) AS other USING black"
    " WHERE white_folded = black_folded GROUP BY black, result";

constexpr std::string_view kNames =
    "SELECT id, any(name), any(folded_id) FROM names WHERE kind = {} AND folded_id IN"
    " (SELECT folded_id FROM names WHERE kind = {} AND {}) GROUP BY id";

constexpr std::string_view kFirstGames =
    "SELECT {} AS id, min(game) FROM games WHERE {} GROUP BY id";

struct Column {
  std::string_view name;
  Color color = Color::White;
};

// The counts of one spelling of a name.
struct Spelling {
  std::uint64_t games = 0;  // with this spelling
  GameCount count;          // of the games that count
  std::uint64_t points_twice = 0;
  std::uint64_t as_white = 0;
  std::string name;
  std::uint64_t folded = 0;
  std::uint64_t first = UINT64_MAX;  // the first game: twice its id, one more for Black
};

struct Group {
  StatisticsRow row;
  std::uint64_t first = UINT64_MAX;  // of all its spellings
  std::uint64_t spelled = 0;         // games with the name of `row`
  std::uint64_t spelled_first = 0;
};

class Counting {
 public:
  Counting(Inquiry& inquiry, const Selection& selection, GroupBy by)
      : inquiry_(inquiry), selection_(selection), is_player_(by == GroupBy::Player) {
    if (is_player_) {
      columns_ = {{"white"}, {"black", Color::Black}};
      kind_ = NameKind::Player;
    } else {
      columns_ = {{by == GroupBy::Event ? "event" : "site"}};
      kind_ = by == GroupBy::Event ? NameKind::Event : NameKind::Site;
    }
  }

  std::vector<StatisticsRow> run() {
    for (const Column& column : columns_) count(column);
    if (is_player_) take_out_games_against_oneself();
    read_names();
    for (const Column& column : columns_) read_first_games(column);
    return joined();
  }

 private:
  // Adds games, or removes them if `games` is negative modulo 2^64.
  void add(Spelling& spelling, Color color, Outcome result, std::uint64_t games) {
    spelling.count.games += games;
    spelling.count.results[static_cast<std::size_t>(result)] += games;
    if (!is_player_) return;
    if (color == Color::White) spelling.as_white += games;
    if (result == Outcome::Draw) spelling.points_twice += games;
    if (result == win_of(color)) spelling.points_twice += 2 * games;
  }

  void count(const Column& column) {
    const std::string_view counts = column.color == Color::Black ? "(white != black)" : "1";
    const auto answers = inquiry_.ask_all([&](unsigned shard) {
      return fmt::format(kCounted, column.name, counts, selection_.of_games(shard), kSeenGames);
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

  void take_out_games_against_oneself() {
    const auto answers = inquiry_.ask_all([&](unsigned shard) {
      return fmt::format(kAgainstOneself, selection_.of_games(shard), kSeenGames);
    });
    for_each_row(answers, [&](RowReader& rows) {
      Spelling& spelling = spellings_[rows.u64()];
      const Outcome result = outcome_of(static_cast<unsigned>(rows.u64()));
      add(spelling, Color::Black, result, 0 - rows.u64());
      spelling.count.plies -= rows.u64();
    });
  }

  // Reads these names and their other spellings, which have no games.
  void read_names() {
    std::vector<std::uint64_t> ids;
    for (const auto& [id, spelling] : spellings_) {
      if (id != 0) ids.push_back(id);
    }
    const auto kind = static_cast<unsigned>(kind_);
    for_each_row(inquiry_.ask_all(fmt::format(kNames, kind, kind, in_list("id", ids))),
                 [&](RowReader& rows) {
                   Spelling& spelling = spellings_[rows.u64()];
                   spelling.name = rows.text();
                   spelling.folded = rows.u64();
                 });
  }

  void read_first_games(const Column& column) {
    std::vector<std::uint64_t> ids;
    for (const auto& [id, spelling] : spellings_) ids.push_back(id);
    for_each_row(inquiry_.ask_all(fmt::format(kFirstGames, column.name, in_list(column.name, ids))),
                 [&](RowReader& rows) {
                   Spelling& spelling = spellings_[rows.u64()];
                   const std::uint64_t first =
                       rows.u64() * 2 + (column.color == Color::Black ? 1 : 0);
                   spelling.first = std::min(spelling.first, first);
                 });
  }

  std::vector<StatisticsRow> joined() const {
    std::map<std::pair<bool, std::uint64_t>, Group>
        groups;  // by whether there is a name, and folded
    for (const auto& [id, spelling] : spellings_) {
      Group& group = groups[{id != 0, spelling.folded}];
      group.first = std::min(group.first, spelling.first);
      group.row.count += spelling.count;
      group.row.points_twice += spelling.points_twice;
      group.row.as_white += spelling.as_white;
      if (spelling.games == 0) continue;
      const bool is_more = spelling.games > group.spelled || (spelling.games == group.spelled &&
                                                              spelling.first < group.spelled_first);
      if (!is_more) continue;
      group.row.name = spelling.name;
      group.spelled = spelling.games;
      group.spelled_first = spelling.first;
    }
    std::vector<Group> list;
    for (auto& [key, group] : groups) {
      if (group.spelled > 0) list.push_back(std::move(group));
    }
    std::ranges::sort(list, {}, &Group::first);
    std::vector<StatisticsRow> rows;
    for (Group& group : list) rows.push_back(std::move(group.row));
    return rows;
  }

  Inquiry& inquiry_;
  const Selection& selection_;
  bool is_player_;
  std::vector<Column> columns_;
  NameKind kind_ = NameKind::Player;
  std::unordered_map<std::uint64_t, Spelling> spellings_;  // by the number of the name
};

}  // namespace

std::vector<StatisticsRow> name_groups(Inquiry& inquiry, const Selection& selection, GroupBy by) {
  return Counting(inquiry, selection, by).run();
}

}  // namespace arbiter::clickhouse
