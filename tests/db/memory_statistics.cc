// The statistics of MemoryStorage.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "db/model/column_values.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/notation/san.h"
#include "lib/tags/person_name.h"
#include "tests/db/memory_storage.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::uint16_t first_move(const StoredGame& game) {
  return game.moves.empty() ? std::uint16_t{0} : game.moves.front().bits();
}

void sort_by_games(std::vector<StatisticsRow>& rows) {
  std::ranges::sort(rows, {}, &StatisticsRow::name);
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const StatisticsRow& row) { return row.count.games; });
}

// Returns a key that is equal for names that differ only in ignored details.
std::string key_of(const std::string& name) {
  std::string key = folded_name(name);
  std::erase(key, ',');
  return key;
}

}  // namespace

Totals MemoryStorage::totals(const GameFilter& filter) {
  Totals totals;
  std::map<std::string, std::set<std::string>> names;
  std::map<Ending, std::uint64_t> endings;
  std::map<std::string, FindingCount> findings;  // by id
  std::uint64_t elo_sum = 0;
  bool is_first = true;
  for (const Game* one : fitting(filter)) {
    const StoredGame& game = one->game;
    totals.all.add(result_for(game, side_of(*one, filter)), game.plies);
    if ((game.flags & kUnchecked) == 0) {
      totals.shortest = std::exchange(is_first, false)
                            ? game.plies
                            : std::min<std::uint64_t>(totals.shortest, game.plies);
    }
    totals.longest = std::max<std::uint64_t>(totals.longest, game.plies);
    const auto add_name = [&](const char* table, const std::string& name) {
      if (!name.empty()) names[table].insert(key_of(name));
    };
    add_name("player", game.white);
    add_name("player", game.black);
    add_name("event", game.event);
    add_name("site", game.site);
    ++endings[game.ending];
    for (const auto& elo : {game.white_elo, game.black_elo}) {
      totals.rated += elo ? 1 : 0;
      elo_sum += elo.value_or(std::uint16_t{0});
    }
    if (game.date != 0) {
      totals.dates.first =
          totals.dates.first == 0 ? game.date : std::min(totals.dates.first, game.date);
      totals.dates.last = std::max(totals.dates.last, game.date);
    }
    std::set<DiagnosticCode> found;
    for (const DraftFinding& finding : one->draft.findings) {
      const CatalogueEntry& entry = entry_of(finding.code);
      FindingCount& count = findings[std::string(entry.id)];
      count.id = entry.id;
      count.severity = to_string(entry.severity);
      ++count.findings;
      count.games += found.insert(finding.code).second;
    }
  }
  totals.players = names["player"].size();
  totals.events = names["event"].size();
  totals.sites = names["site"].size();
  if (totals.rated > 0) {
    totals.mean_elo = static_cast<double>(elo_sum) / static_cast<double>(totals.rated);
  }
  for (const EndingName& name : arbiter::endings()) {
    if (endings.contains(name.ending))
      totals.endings.push_back({name.ending, endings[name.ending]});
  }
  for (const auto& [id, count] : findings) totals.findings.push_back(count);
  std::ranges::stable_sort(totals.endings, std::ranges::greater(), &EndingCount::games);
  std::ranges::stable_sort(totals.findings, std::ranges::greater(), &FindingCount::findings);
  return totals;
}

std::vector<std::string> MemoryStorage::players(const AcceptsName& accepts) {
  std::map<std::string, std::string> names;
  for (const std::string& name : names_["player"]) {
    if (!accepts(folded_name(name))) continue;
    std::string& known = names[key_of(name)];
    if (known.empty() || name < known) known = name;
  }
  std::set<std::string> sorted;
  for (const auto& [key, name] : names) sorted.insert(name);
  return {sorted.begin(), sorted.end()};
}

std::uint64_t MemoryStorage::number_of_name(const std::string& table, const std::string& name) {
  if (name.empty()) return 0;
  std::vector<std::string>& known = names_[table];
  const auto at = std::ranges::find(known, name);
  if (at == known.end()) {
    known.push_back(name);
    return known.size();
  }
  return static_cast<std::uint64_t>(at - known.begin()) + 1;
}

std::pair<std::uint64_t, std::string> MemoryStorage::group_of(const Game& one, GroupBy by) {
  const StoredGame& game = one.game;
  const auto step = [](std::uint64_t value, std::uint64_t size) {
    const std::uint64_t first = value / size * size;
    return std::pair(value / size + 1, fmt::format("{}-{}", first, first + size - 1));
  };
  const auto bits = static_cast<std::uint64_t>(first_move(game));
  switch (by) {
    case GroupBy::Year:
      if (game.date < 10000) return {};
      return {game.date / 10000, std::to_string(game.date / 10000)};
    case GroupBy::Eco:
      return {eco_of(game), eco_text(eco_of(game))};
    case GroupBy::Elo:
      if (!game.white_elo || !game.black_elo) return {};
      return step((*game.white_elo + *game.black_elo) / 2u, 100);
    case GroupBy::Result:
      return {number_of(game.result) + 1u, std::string(to_string(game.result))};
    case GroupBy::Ending:
      return {static_cast<std::uint64_t>(game.ending) + 1, std::string(to_string(game.ending))};
    case GroupBy::Plies:
      if ((game.flags & kUnchecked) != 0) return {};
      return step(game.plies, 20);
    case GroupBy::FirstMove:
      if (bits == 0 || Position(first_setup(game)) != Position()) return {};
      return {bits, san_of(game.moves.front(), Position())};
    case GroupBy::Opening:
    case GroupBy::OpeningFamily:
    case GroupBy::Player:
    case GroupBy::Event:
    case GroupBy::Site:
      break;
  }
  return {};
}

std::vector<StatisticsRow> MemoryStorage::groups(const GameFilter& filter, GroupBy by) {
  if (by == GroupBy::Opening || by == GroupBy::OpeningFamily) return openings(filter, by);
  std::map<std::uint64_t, StatisticsRow> rows;
  std::map<std::uint64_t, std::map<std::string, std::uint64_t>> spellings;  // by row
  const bool is_name = by == GroupBy::Player || by == GroupBy::Event || by == GroupBy::Site;
  const std::string table = by == GroupBy::Event  ? "event"
                            : by == GroupBy::Site ? "site"
                                                  : "player";
  const auto row_of_name = [&](const std::string& name) -> StatisticsRow& {
    std::uint64_t place = 0;
    if (!name.empty()) {
      const auto& known = names_[table];
      place = 1 + static_cast<std::uint64_t>(std::ranges::find(known, key_of(name), key_of) -
                                             known.begin());
    }
    ++spellings[place][name];
    return rows[place];
  };
  const auto add_player = [&](const std::string& name, const Game& one, Color color) {
    const StoredGame& game = one.game;
    StatisticsRow& row = row_of_name(name);
    const bool is_again = color == Color::Black && game.white.empty() == game.black.empty() &&
                          key_of(game.white) == key_of(game.black);
    if (is_again) return;
    row.count.add(result_for(game, color), game.plies);
    row.as_white += color == Color::White ? 1 : 0;
  };
  for (const Game* one : fitting(filter)) {
    if (by == GroupBy::Player) {
      add_player(one->game.white, *one, Color::White);
      add_player(one->game.black, *one, Color::Black);
      continue;
    }
    const auto [place, name] =
        is_name ? std::pair<std::uint64_t, std::string>() : group_of(*one, by);
    StatisticsRow& row = is_name
                             ? row_of_name(by == GroupBy::Event ? one->game.event : one->game.site)
                             : rows[place];
    if (!is_name) row.name = name;
    row.count.add(result_for(one->game, side_of(*one, filter)), one->game.plies);
  }
  for (auto& [place, row] : rows) {
    if (!is_name || place == 0) continue;
    const auto& counts = spellings[place];
    row.name =
        std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->first;
  }
  std::vector<StatisticsRow> list;
  for (const auto& [place, row] : rows) list.push_back(row);
  const bool is_by_place =
      by == GroupBy::Year || by == GroupBy::Eco || by == GroupBy::Elo || by == GroupBy::Plies;
  if (!is_by_place) sort_by_games(list);
  std::ranges::stable_partition(list, [](const StatisticsRow& row) { return !row.name.empty(); });
  return list;
}

std::vector<StatisticsRow> MemoryStorage::openings(const GameFilter& filter, GroupBy by) {
  std::map<std::string, StatisticsRow> rows;
  for (const Game* one : fitting(filter)) {
    const StoredGame& game = one->game;
    const std::string name =
        by == GroupBy::OpeningFamily ? game.opening.substr(0, game.opening.find(':'))
        : game.opening.empty()       ? std::string()
                                     : eco_text(game.opening_eco) + " " + game.opening;
    rows[name].name = name;
    rows[name].count.add(result_for(game, side_of(*one, filter)), game.plies);
  }
  std::vector<StatisticsRow> list;
  for (const auto& [name, row] : rows) list.push_back(row);
  sort_by_games(list);
  std::ranges::stable_partition(list, [](const StatisticsRow& row) { return !row.name.empty(); });
  return list;
}

}  // namespace arbiter::testing
