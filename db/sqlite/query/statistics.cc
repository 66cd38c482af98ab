#include "db/sqlite/query/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "db/model/column_values.h"
#include "db/model/game_statistics.h"
#include "db/sqlite/query/folded_names.h"
#include "db/sqlite/query/opening_groups.h"
#include "db/sqlite/query/position_hits.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFindings =
    "SELECT finding.game, finding.kind FROM finding ORDER BY finding.game";
constexpr std::string_view kKinds = "SELECT id, name, severity FROM finding_kind";

// One game's columns.
class Row {
 public:
  Row(ColumnReader& columns, GameId game) : columns_(columns), game_(game) {}

  std::uint64_t operator[](GameColumn column) const { return columns_.value(game_, column); }
  GameId id() const { return game_; }
  Outcome result() const { return outcome_of(static_cast<unsigned>((*this)[GameColumn::Result])); }

 private:
  ColumnReader& columns_;
  GameId game_;
};

template <class Visit>
void for_each_game(SqliteReader& reader, const GameSet& among, Visit visit) {
  ColumnReader& columns = reader.columns();
  among.for_each([&](GameId game) {
    visit(Row(columns, game));
    return true;
  });
}

std::vector<FindingCount> findings_of(const Connection& connection, const GameSet& among) {
  struct Count {
    std::uint64_t findings = 0;
    std::uint64_t games = 0;
    std::int64_t last_game = 0;
  };
  std::unordered_map<std::int64_t, Count> counts;
  Statement rows = connection.prepare(kFindings);
  while (rows.step()) {
    const std::int64_t game = rows.integer(0);
    if (!among.contains(GameId{game})) continue;
    Count& count = counts[rows.integer(1)];
    ++count.findings;
    count.games += count.last_game != game;
    count.last_game = game;
  }
  std::vector<FindingCount> findings;
  Statement kinds = connection.prepare(kKinds);
  while (kinds.step()) {
    const auto count = counts.find(kinds.integer(0));
    if (count == counts.end()) continue;
    findings.push_back({std::string(kinds.text(1)), std::string(kinds.text(2)),
                        count->second.findings, count->second.games});
  }
  std::ranges::stable_sort(findings, std::ranges::greater(), &FindingCount::findings);
  return findings;
}

std::vector<EndingCount> sorted(const std::array<std::uint64_t, 256>& counts) {
  std::vector<EndingCount> endings;
  for (const EndingName& name : arbiter::endings()) {
    const std::uint64_t games = counts[static_cast<std::size_t>(name.ending)];
    if (games > 0) endings.push_back({name.ending, games});
  }
  std::ranges::stable_sort(endings, std::ranges::greater(), &EndingCount::games);
  return endings;
}

// What the games of a group have in common; 0: not known.
std::uint64_t key_of(const Row& row, GroupBy by) {
  const std::uint64_t white = row[GameColumn::WhiteElo];
  const std::uint64_t black = row[GameColumn::BlackElo];
  switch (by) {
    case GroupBy::Year:
      return row[GameColumn::Date] / 10000;
    case GroupBy::Elo:
      return white == 0 || black == 0 ? 0 : (white + black) / 2 / kEloStep + 1;
    case GroupBy::Result:
      return row[GameColumn::Result] + 1;
    case GroupBy::Ending:
      return row[GameColumn::Ending] + 1;
    case GroupBy::Plies:
      return row[GameColumn::Plies] / kPlyStep + 1;
    case GroupBy::Eco:
    case GroupBy::Opening:
    case GroupBy::OpeningFamily:
    case GroupBy::Player:
    case GroupBy::Event:
    case GroupBy::Site:
    case GroupBy::FirstMove:
      break;
  }
  return 0;
}

std::string name_in(const Connection& connection, std::string_view table, std::uint64_t id) {
  Statement query = connection.prepare(fmt::format("SELECT name FROM {} WHERE id = ?1", table));
  query.bind(1, id);
  return query.step() ? std::string(query.text(0)) : std::string();
}

// The table of the names that games are grouped by; empty: no names.
std::string_view table_of(GroupBy by) {
  if (by == GroupBy::Player) return "player";
  if (by == GroupBy::Event) return "event";
  return by == GroupBy::Site ? "site" : "";
}

bool is_opening(GroupBy by) { return by == GroupBy::Opening || by == GroupBy::OpeningFamily; }

using Groups = std::map<std::uint64_t, StatisticsRow>;

void add_points(StatisticsRow& group, Color color, const Row& row) {
  group.as_white += color == Color::White;
  if (row.result() == Outcome::Draw) group.points_twice += 1;
  if (row.result() == win_of(color)) group.points_twice += 2;
}

// A game against oneself is one game.
Groups players_of(SqliteReader& reader, const GameSet& among, FoldedNames& names) {
  Groups groups;
  for_each_game(reader, among, [&](const Row& row) {
    const std::uint64_t white = names.group_of(row[GameColumn::White]);
    const std::uint64_t black = names.group_of(row[GameColumn::Black]);
    names.count(row[GameColumn::White]);
    names.count(row[GameColumn::Black]);
    groups[white].count.add(row.result(), row[GameColumn::Plies]);
    if (white != black) groups[black].count.add(row.result(), row[GameColumn::Plies]);
    add_points(groups[white], Color::White, row);
    if (white != black) add_points(groups[black], Color::Black, row);
  });
  return groups;
}

Groups names_of(SqliteReader& reader, const GameSet& among, GameColumn column, FoldedNames& names) {
  Groups groups;
  for_each_game(reader, among, [&](const Row& row) {
    names.count(row[column]);
    groups[names.group_of(row[column])].count.add(row.result(), row[GameColumn::Plies]);
  });
  return groups;
}

// By Move::bits; 0 for games without a move and from other initial positions.
Groups first_moves_of(SqliteReader& reader, const GameSet& among) {
  GameSet rest = among;
  Groups groups;
  const auto add = [&](GameId game, std::uint16_t move) {
    const Row row(reader.columns(), game);
    groups[move].count.add(row.result(), row[GameColumn::Plies]);
  };
  for (const Hit& hit : hits_of(reader, PositionQuery(Position(), Rights::Exact))) {
    if (hit.ply != 0 || !rest.contains(hit.game)) continue;
    add(hit.game, hit.next);
    rest.erase(hit.game);
  }
  rest.for_each([&](GameId game) {
    add(game, 0);
    return true;
  });
  return groups;
}

// With their names.
Groups named_groups_of(SqliteReader& reader, const GameSet& among, GroupBy by) {
  const std::string_view table = table_of(by);
  FoldedNames names(reader.connection(), table);
  Groups groups = by == GroupBy::Player  ? players_of(reader, among, names)
                  : by == GroupBy::Event ? names_of(reader, among, GameColumn::Event, names)
                                         : names_of(reader, among, GameColumn::Site, names);
  for (auto& [key, group] : groups) {
    if (key != 0) group.name = name_in(reader.connection(), table, names.spelling_of(key));
  }
  return groups;
}

// How many names that are not the same folded.
std::uint64_t names_in(const Connection& connection, std::string_view table,
                       const std::unordered_set<std::uint64_t>& ids) {
  const FoldedNames names(connection, table);
  std::unordered_set<std::uint64_t> groups;
  for (const std::uint64_t id : ids) groups.insert(names.group_of(id));
  groups.erase(0);
  return groups.size();
}

}  // namespace

Totals totals_of(SqliteReader& reader, const GameSet& among) {
  Totals totals;
  std::array<std::uint64_t, 256> endings{};
  std::unordered_set<std::uint64_t> players;
  std::unordered_set<std::uint64_t> events;
  std::unordered_set<std::uint64_t> sites;
  std::uint64_t elo_sum = 0;
  totals.shortest = UINT64_MAX;
  for_each_game(reader, among, [&](const Row& row) {
    const std::uint64_t plies = row[GameColumn::Plies];
    totals.all.add(row.result(), plies);
    totals.shortest = std::min(totals.shortest, plies);
    totals.longest = std::max(totals.longest, plies);
    players.insert({row[GameColumn::White], row[GameColumn::Black]});
    events.insert(row[GameColumn::Event]);
    sites.insert(row[GameColumn::Site]);
    ++endings[row[GameColumn::Ending] & 255];
    for (const GameColumn column : {GameColumn::WhiteElo, GameColumn::BlackElo}) {
      elo_sum += row[column];
      totals.rated += row[column] != 0;
    }
    const auto date = static_cast<std::uint32_t>(row[GameColumn::Date]);
    if (date == 0) return;
    totals.first_date = totals.first_date == 0 ? date : std::min(totals.first_date, date);
    totals.last_date = std::max(totals.last_date, date);
  });
  totals.players = names_in(reader.connection(), "player", players);
  totals.events = names_in(reader.connection(), "event", events);
  totals.sites = names_in(reader.connection(), "site", sites);
  if (totals.all.games == 0) totals.shortest = 0;
  if (totals.rated > 0) {
    totals.mean_elo = static_cast<double>(elo_sum) / static_cast<double>(totals.rated);
  }
  totals.endings = sorted(endings);
  totals.findings = findings_of(reader.connection(), among);
  return totals;
}

std::vector<StatisticsRow> groups_of(SqliteReader& reader, const GameSet& among, GroupBy by) {
  Groups groups;
  if (!table_of(by).empty()) {
    groups = named_groups_of(reader, among, by);
  } else if (is_opening(by)) {
    groups = openings_of(reader, among, by);
  } else if (by == GroupBy::Eco) {
    groups = codes_of(reader, among);
  } else if (by == GroupBy::FirstMove) {
    groups = first_moves_of(reader, among);
  } else {
    for_each_game(reader, among, [&](const Row& row) {
      groups[key_of(row, by)].count.add(row.result(), row[GameColumn::Plies]);
    });
  }

  std::vector<StatisticsRow> list;
  for (auto& [key, group] : groups) {
    if (table_of(by).empty() && !is_opening(by)) group.name = group_name(by, key);
    list.push_back(std::move(group));
  }
  sort_groups(by, list);
  return list;
}

}  // namespace arbiter::sqlite
