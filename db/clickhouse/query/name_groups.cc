#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "db/clickhouse/query/selection.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/column_values.h"
#include "db/model/game_statistics.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/openings/opening_table.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kCounts =
    "SELECT count(), countIf({2} = 0), countIf({2} = 1), countIf({2} = 2),"
    " countIf({2} = 3), toUInt64(sum(plies)),"
    " countIf(bitAnd(flags, 16) = 0), toUInt64(minIf(plies, bitAnd(flags, 16) = 0)),"
    " toUInt64(max(plies)),"
    " countIf(white_elo != 0) + countIf(black_elo != 0),"
    " toUInt64(sum(white_elo)) + toUInt64(sum(black_elo)),"
    " toUInt64(minIf(date, date != 0)), toUInt64(max(date)) FROM games WHERE {0}{1}";

constexpr std::string_view kEndings =
    "SELECT toUInt64(ending), count() FROM games WHERE {}{} GROUP BY ending";

constexpr std::string_view kTotalNames =
    "SELECT DISTINCT sipHash64({}) FROM names WHERE kind = {} AND id IN ({})";

// The query for the number of findings of each code, and of games with the code.
constexpr std::string_view kFindings =
    "SELECT code, count(), countIf(number = 1) FROM (SELECT finding_codes FROM games WHERE {}{})"
    " ARRAY JOIN finding_codes AS code, arrayEnumerateUniq(finding_codes) AS number GROUP BY code";

constexpr std::string_view kCodes = "SELECT id, any(name) FROM names WHERE kind = {} GROUP BY id";

class TotalsCount {
 public:
  TotalsCount(QuerySession& session, const GameFilter& filter, unsigned jobs)
      : session_(session), selection_(session, filter, "1", jobs), side_(session, filter, jobs) {}

  Totals run() {
    count_games();
    count_endings();
    totals_.players = names(NameKind::Player, {"white", "black"});
    totals_.events = names(NameKind::Event, {"event"});
    totals_.sites = names(NameKind::Site, {"site"});
    count_findings();
    return totals_;
  }

 private:
  // Runs a query with the selection's condition, and visits its rows.
  template <class Visit>
  void visit_rows(std::string_view sql, Visit visit) {
    const auto answers = session_.ask_all([&](unsigned shard) {
      return fmt::format(fmt::runtime(sql), selection_.of_games(shard), kSeenGames,
                         side_.result(shard));
    });
    for_each_row(answers, visit);
  }

  void count_games() {
    std::uint64_t elo_sum = 0;
    visit_rows(kCounts, [&](RowReader& rows) {
      GameCount count{.games = rows.u64()};
      for (unsigned number = 0; number < 4; ++number) {
        count.results[static_cast<std::size_t>(outcome_of(number))] = rows.u64();
      }
      count.plies = rows.u64();
      const std::uint64_t replayed = rows.u64();
      const std::uint64_t shortest = rows.u64();
      const std::uint64_t longest = rows.u64();
      totals_.rated += rows.u64();
      elo_sum += rows.u64();
      const auto first = static_cast<std::uint32_t>(rows.u64());
      const auto last = static_cast<std::uint32_t>(rows.u64());
      if (count.games == 0) return;
      if (replayed != 0) {
        totals_.shortest = replayed_ == 0 ? shortest : std::min(totals_.shortest, shortest);
      }
      replayed_ += replayed;
      totals_.longest = std::max(totals_.longest, longest);
      totals_.all += count;
      if (first != 0) {
        totals_.first_date = totals_.first_date == 0 ? first : std::min(totals_.first_date, first);
      }
      totals_.last_date = std::max(totals_.last_date, last);
    });
    if (totals_.rated > 0) {
      totals_.mean_elo = static_cast<double>(elo_sum) / static_cast<double>(totals_.rated);
    }
  }

  void count_endings() {
    std::map<std::uint64_t, std::uint64_t> counts;
    visit_rows(kEndings, [&](RowReader& rows) {
      const std::uint64_t ending = rows.u64();
      counts[ending] += rows.u64();
    });
    for (const EndingName& name : endings()) {
      const std::uint64_t games = counts[static_cast<std::uint64_t>(name.ending)];
      if (games > 0) totals_.endings.push_back({name.ending, games});
    }
    std::ranges::stable_sort(totals_.endings, std::ranges::greater(), &EndingCount::games);
  }

  // Returns the number of names with distinct keys.
  std::uint64_t names(NameKind kind, const std::vector<std::string_view>& columns) {
    const NamePortions portions(session_, selection_, kind, columns, kNamesAtOnce);
    std::uint64_t count = 0;
    for (std::uint64_t portion = 0; portion < portions.count(); ++portion) {
      std::unordered_set<std::uint64_t> keys;
      const auto answers = session_.ask_all([&](unsigned shard) {
        std::string ids;
        for (const std::string_view column : columns) {
          if (!ids.empty()) ids += " UNION ALL ";
          ids +=
              fmt::format("SELECT {} FROM games WHERE {}{}{}", column, selection_.of_games(shard),
                          kSeenGames, portions.condition(column, portion));
        }
        return fmt::format(kTotalNames, kNameKey, static_cast<unsigned>(kind), ids);
      });
      for_each_row(answers, [&](RowReader& rows) { keys.insert(rows.u64()); });
      count += keys.size();
    }
    return count;
  }

  void count_findings() {
    std::map<std::uint64_t, FindingCount> by_code;
    visit_rows(kFindings, [&](RowReader& rows) {
      FindingCount& count = by_code[rows.u64()];
      count.findings += rows.u64();
      count.games += rows.u64();
    });
    if (by_code.empty()) return;
    const auto sql = fmt::format(kCodes, static_cast<unsigned>(NameKind::Diagnostic));
    for_each_row(session_.ask_all(sql), [&](RowReader& rows) {
      const std::uint64_t id = rows.u64();
      const std::string name(rows.text());
      const auto count = by_code.find(id);
      if (count == by_code.end()) return;
      count->second.id = name;
      // This version has no severity for codes of newer versions.
      const auto code = parse_code(name);
      if (code) count->second.severity = to_string(entry_of(*code).severity);
    });
    for (auto& [code, count] : by_code) totals_.findings.push_back(std::move(count));
    sort_findings(totals_.findings);
  }

  QuerySession& session_;
  Selection selection_;
  PlayerSide side_;
  Totals totals_;
  std::uint64_t replayed_ = 0;  // number of games whose length is known
};

}  // namespace

Totals totals_of(QuerySession& session, const GameFilter& filter, unsigned jobs) {
  return TotalsCount(session, filter, jobs).run();
}

namespace {

constexpr std::string_view kContents =
    "SELECT source, count(), min(game), max(game), sum(length(finding_codes)) FROM games"
    " WHERE 1{} GROUP BY source";

}  // namespace

std::vector<SourceContents> contents_of(QuerySession& session, std::vector<SourceRecord> records) {
  std::vector<SourceContents> all;
  for (SourceRecord& record : records) all.push_back({.source = std::move(record)});
  std::unordered_map<SourceId, SourceContents*> places;
  for (SourceContents& contents : all) places.emplace(contents.source.mark.source, &contents);
  for_each_row(session.ask_all(fmt::format(kContents, kSeenGames)), [&](RowReader& rows) {
    const SourceId source{rows.u32()};
    const std::uint64_t games = rows.u64();
    const GameId first{rows.i64()};
    const GameId last{rows.i64()};
    const std::uint64_t findings = rows.u64();
    const auto place = places.find(source);
    if (place == places.end()) return;
    SourceContents& contents = *place->second;
    contents.first = contents.games == 0 ? first : std::min(contents.first, first);
    contents.last = std::max(contents.last, last);
    contents.games += games;
    contents.findings += findings;
  });
  return all;
}

namespace {

// The query for the names in a column of `games`, with their numbers of games by result. A game
// between two spellings of one player counts once; for Black, it counts only as a spelling.
constexpr std::string_view kCountedGroups =
    "SELECT id, count(), countIf(r = 0 AND counts), countIf(r = 1 AND counts),"
    " countIf(r = 2 AND counts), countIf(r = 3 AND counts),"
    " toUInt64(sumIf(plies, counts)), toUInt64(minIf(date, date != 0)), toUInt64(max(date))"
    " FROM (SELECT {} AS id, {} AS r, plies, date, {} AS counts FROM games WHERE {}{}{})"
    " GROUP BY id";

// The query for games between two spellings of one player.
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
  std::uint64_t games = 0;  // games with this spelling
  GameCount count;          // results of the counted games
  std::uint64_t as_white = 0;
  StatisticsRow dates = {};  // only its dates are used
  std::string name;
  std::string key;
};

struct Group {
  StatisticsRow row;
  std::uint64_t spelled = 0;  // games with the name of this row
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

  // Counts the names of a column. `among` is the condition of a portion.
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
      const auto first = static_cast<std::uint32_t>(rows.u64());
      const auto last = static_cast<std::uint32_t>(rows.u64());
      if (grouping_.by == GroupBy::Event) spelling.dates.add_dates(first, last);
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
    // Groups by presence of a name, and by key.
    std::map<std::pair<bool, std::string>, Group> groups;
    for (const auto& [id, spelling] : spellings_) {
      Group& group = groups[{id != 0, spelling.key}];
      group.row.count += spelling.count;
      group.row.as_white += spelling.as_white;
      group.row.add_dates(spelling.dates.first_date, spelling.dates.last_date);
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
  std::unordered_map<std::uint64_t, Spelling> spellings_;  // spellings by name id
};

}  // namespace

std::vector<std::string> player_names(QuerySession& session, const Storage::AcceptsName& accepts) {
  constexpr std::string_view kAll = "SELECT DISTINCT name, folded FROM names WHERE kind = {}";
  std::map<std::string, std::string> names;  // names by key
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

namespace {

constexpr std::string_view kGroups =
    "SELECT {0}, countIf({3} = 0), countIf({3} = 1), countIf({3} = 2),"
    " countIf({3} = 3), toUInt64(sum(plies)) FROM games WHERE {1}{2} GROUP BY {0}";

// The SQL expression for the first move of games from the standard initial position, as packed by
// move_code.h; 0 for other games.
constexpr std::string_view kFirstMove =
    "toUInt64(if(plies > 0 AND bitAnd(flags, 16) = 0 AND (start = '' OR startsWith(start,"
    " 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - ')),"
    " bitAnd(reinterpretAsUInt16(substring(moves, 1, 2)), 4095), 0))";

// Returns the SQL expression of a group's key for group_name().
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
