#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/model/column_values.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/query/column_keys.h"
#include "db/sqlite/query/persons.h"
#include "db/sqlite/query/storage_queries.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFindingCounts =
    "SELECT finding.game, finding.kind FROM finding ORDER BY finding.game";
constexpr std::string_view kKinds = "SELECT id, name, severity FROM finding_kind";

// The columns of one game.
struct Row : GameValues {
  bool is_swapped = false;  // true if the game counts from Black's side

  Outcome result_for(Color color) const {
    const Outcome result = outcome_of(static_cast<unsigned>((*this)[GameColumn::Result]));
    return color == Color::White ? result : swapped(result);
  }
  void add_to(GameCount& count) const { add_to(count, is_swapped ? Color::Black : Color::White); }
  void add_to(GameCount& count, Color side) const {
    count.add(result_for(side), (*this)[GameColumn::Plies]);
  }
  void add_to(StatisticsRow& group) const { add_to(group.count); }
};

template <class Visit>
void for_each_game(SqliteReader& reader, const CountedGames& among, Visit visit) {
  ColumnReader& columns = reader.columns();
  among.games.for_each([&](GameId game) {
    visit(Row{{columns, game}, among.is_swapped(game)});
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
  Statement rows = connection.prepare(kFindingCounts);
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
  sort_findings(findings);
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

using Groups = std::map<std::uint64_t, StatisticsRow>;

// Returns the group key of a game; 0 if unknown.
std::uint64_t key_of(const Row& row, GroupBy by) {
  if (by == GroupBy::Elo) {
    const std::uint64_t white = row[GameColumn::WhiteElo];
    const std::uint64_t black = row[GameColumn::BlackElo];
    return white == 0 || black == 0 ? 0 : (white + black) / 2 / kEloStep + 1;
  }
  const std::uint64_t value = row[column_of(by)->column];
  if (by == GroupBy::Year) return value / 10000;
  if (by != GroupBy::Plies) return value + 1;
  return (row[GameColumn::Flags] & kUnchecked) != 0 ? 0 : value / kPlyStep + 1;
}

// Groups by name. The group of each name is looked up once.
class GroupsOfNames {
 public:
  // `most` is the highest number of a name.
  GroupsOfNames(Groups& groups, FoldedNames& names, std::int64_t most)
      : groups_(groups), names_(names), most_(static_cast<std::uint64_t>(most)) {}

  // Adds the number of games of each spelling to `names_`.
  void count_spellings() {
    for (std::size_t id = 0; id < known_.size(); ++id) {
      if (known_[id].games > 0) names_.count(id, known_[id].games);
    }
  }

  // Returns the group of the name, and counts one game of this spelling.
  StatisticsRow& of(std::uint64_t id) {
    if (id > most_) return groups_[names_.group_of(id)];  // the column is damaged
    if (id >= known_.size()) known_.resize(id + id / 2 + 64);
    Known& known = known_[id];
    if (known.group == nullptr) known.group = &groups_[names_.group_of(id)];
    ++known.games;
    return *known.group;
  }

 private:
  struct Known {
    StatisticsRow* group = nullptr;
    std::uint64_t games = 0;
  };

  Groups& groups_;
  FoldedNames& names_;
  std::uint64_t most_;
  std::vector<Known> known_;  // indexed by the number of a name
};

// Groups the games by player. A game between two names of one person counts once.
Groups players_of(SqliteReader& reader, const CountedGames& among, FoldedNames& names) {
  Groups groups;
  GroupsOfNames of_names(groups, names, max_name(reader.connection()));
  for_each_game(reader, among, [&](const Row& row) {
    StatisticsRow& white = of_names.of(row[GameColumn::White]);
    StatisticsRow& black = of_names.of(row[GameColumn::Black]);
    row.add_to(white.count, Color::White);
    ++white.as_white;
    if (&white != &black) row.add_to(black.count, Color::Black);
  });
  of_names.count_spellings();
  return groups;
}

// Groups the games by player, event or site.
Groups named_groups_of(SqliteReader& reader, const CountedGames& among, GroupBy by) {
  const ColumnKeys* keys = column_of(by);
  const std::string_view table = to_string(keys == nullptr ? NameTable::Player : *keys->table);
  FoldedNames names(reader.connection(), table);
  Groups groups;
  if (keys == nullptr) {
    groups = players_of(reader, among, names);
  } else {
    GroupsOfNames of_names(groups, names, max_name(reader.connection()));
    for_each_game(reader, among, [&](const Row& row) {
      StatisticsRow& group = of_names.of(row[keys->column]);
      row.add_to(group);
      if (by != GroupBy::Event) return;
      const auto date = static_cast<std::uint32_t>(row[GameColumn::Date]);
      group.dates.add({date, date});
    });
    of_names.count_spellings();
  }
  for (auto& [group, name] : names.spellings()) groups[group].name = std::move(name);
  return groups;
}

// Groups the games by the code of the ECO tag, or of the opening as played if there is no tag.
Groups codes_of(SqliteReader& reader, const CountedGames& among) {
  const OpeningList openings(reader.connection());
  Groups groups;
  for_each_game(reader, among, [&](const Row& row) {
    row.add_to(groups[openings.code_of(row[GameColumn::Eco], row[GameColumn::Opening])]);
  });
  return groups;
}

std::string opening_name(const OpeningList::Row& opening, GroupBy by) {
  return by == GroupBy::OpeningFamily ? std::string(family_of(opening.name))
                                      : opening_text(eco_text(opening.eco), opening.name);
}

// Groups the games by the opening as played, or by its family, in alphabetical order. Throws
// IoError if the file has no openings for its games.
Groups openings_of(SqliteReader& reader, const CountedGames& among, GroupBy by) {
  require_openings(reader.connection());
  const OpeningList openings(reader.connection());
  std::map<std::string, StatisticsRow> by_name;
  std::unordered_map<std::uint32_t, StatisticsRow*> by_opening;
  for_each_game(reader, among, [&](const Row& row) {
    const std::uint64_t number = row[GameColumn::Opening];
    StatisticsRow*& group = by_opening[opening_id_of(number)];
    if (group == nullptr) {
      std::string name = opening_name(openings[number], by);
      group = &by_name[name];
      group->name = std::move(name);
    }
    row.add_to(*group);
  });
  Groups groups;
  for (auto& [name, group] : by_name) groups.emplace(groups.size(), std::move(group));
  return groups;
}

// Groups the games by Move::bits. Games without a move, and games from other initial positions,
// have 0.
Groups first_moves_of(SqliteReader& reader, const CountedGames& among) {
  GameSet rest = among.games;
  Groups groups;
  for (const Hit& hit : hits_of(reader, PositionQuery(Position(), Rights::Exact))) {
    if (hit.ply != 0 || !rest.contains(hit.game)) continue;
    Row{{reader.columns(), hit.game}, among.is_swapped(hit.game)}.add_to(groups[hit.next]);
    rest.erase(hit.game);
  }
  rest.for_each([&](GameId game) {
    Row{{reader.columns(), game}, among.is_swapped(game)}.add_to(groups[0]);
    return true;
  });
  return groups;
}

// Returns the number of names that differ when folded.
std::uint64_t names_in(const Connection& connection, std::string_view table,
                       const std::unordered_set<std::uint64_t>& ids) {
  const FoldedNames names(connection, table);
  std::unordered_set<std::uint64_t> groups;
  for (const std::uint64_t id : ids) groups.insert(names.group_of(id));
  groups.erase(0);
  return groups.size();
}

}  // namespace

Totals totals_of(SqliteReader& reader, const CountedGames& among) {
  Totals totals;
  std::array<std::uint64_t, 256> endings{};
  std::unordered_set<std::uint64_t> players;
  std::unordered_set<std::uint64_t> events;
  std::unordered_set<std::uint64_t> sites;
  std::uint64_t elo_sum = 0;
  totals.shortest = UINT64_MAX;
  for_each_game(reader, among, [&](const Row& row) {
    const std::uint64_t plies = row[GameColumn::Plies];
    row.add_to(totals.all);
    if ((row[GameColumn::Flags] & kUnchecked) == 0) {
      totals.shortest = std::min(totals.shortest, plies);
      totals.longest = std::max(totals.longest, plies);
    }
    players.insert({row[GameColumn::White], row[GameColumn::Black]});
    events.insert(row[GameColumn::Event]);
    sites.insert(row[GameColumn::Site]);
    ++endings[row[GameColumn::Ending] & 255];
    for (const GameColumn column : {GameColumn::WhiteElo, GameColumn::BlackElo}) {
      elo_sum += row[column];
      totals.rated += row[column] != 0;
    }
    const auto date = static_cast<std::uint32_t>(row[GameColumn::Date]);
    totals.dates.add({date, date});
  });
  totals.players = names_in(reader.connection(), "player", players);
  totals.events = names_in(reader.connection(), "event", events);
  totals.sites = names_in(reader.connection(), "site", sites);
  if (totals.shortest > totals.longest) totals.shortest = 0;  // all lengths are unknown
  if (totals.rated > 0) {
    totals.mean_elo = static_cast<double>(elo_sum) / static_cast<double>(totals.rated);
  }
  totals.endings = sorted(endings);
  totals.findings = findings_of(reader.connection(), among.games);
  return totals;
}

std::vector<StatisticsRow> groups_of(SqliteReader& reader, const CountedGames& among, GroupBy by) {
  const bool is_opening = by == GroupBy::Opening || by == GroupBy::OpeningFamily;
  const ColumnKeys* keys = column_of(by);
  const bool is_named = by == GroupBy::Player || (keys != nullptr && keys->table);
  Groups groups;
  if (is_named) {
    groups = named_groups_of(reader, among, by);
  } else if (is_opening) {
    groups = openings_of(reader, among, by);
  } else if (by == GroupBy::Eco) {
    groups = codes_of(reader, among);
  } else if (by == GroupBy::FirstMove) {
    groups = first_moves_of(reader, among);
  } else {
    for_each_game(reader, among, [&](const Row& row) { row.add_to(groups[key_of(row, by)]); });
  }

  std::vector<StatisticsRow> list;
  for (auto& [key, group] : groups) {
    if (!is_named && !is_opening) group.name = group_name(by, key);
    list.push_back(std::move(group));
  }
  sort_groups(by, list);
  return list;
}

std::vector<GameCount> counts_of(SqliteReader& reader, const CountedGames& among,
                                 std::span<const GameFilter> conditions) {
  std::vector<GameCount> counts;
  CountedGames matching = among;
  for (const GameFilter& condition : conditions) {
    matching.games = reader.select_among(among.games, condition);
    GameCount& count = counts.emplace_back();
    for_each_game(reader, matching, [&](const Row& row) { row.add_to(count); });
  }
  return counts;
}

}  // namespace arbiter::sqlite
