#include "db/query/game_selection.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/date_match.h"
#include "db/model/result_number.h"
#include "db/query/filter_names.h"
#include "db/query/material_scan.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::db::query {
namespace {

// For each game of a chunk, 1 as long as all conditions so far hold.
using Kept = std::array<std::uint8_t, kChunkGames>;
using Condition = std::function<void(std::int64_t chunk, Kept& kept)>;

class Scan {
 public:
  Scan(ColumnReader& columns, const GameFilter& filter) : columns_(columns), filter_(filter) {}

  void add_names(const FilterNames& names);
  void add_ranges();
  void add_kinds();
  void add_flags();
  void run(GameSet& games) const;

 private:
  // `test(value)` says whether a game with that value is meant.
  template <class T, class Test>
  void add(GameColumn column, Test test) {
    conditions_.push_back([this, column, test](std::int64_t chunk, Kept& kept) {
      const auto values = columns_.column<T>(chunk, column);
      for (std::size_t i = 0; i < values.size(); ++i) {
        kept[i] = test(values[i]) ? kept[i] : std::uint8_t{0};
      }
    });
  }
  void add_name(GameColumn column, const NameIds& wanted) {
    if (wanted.is_any) return;
    add<std::uint32_t>(column, [&wanted](std::uint32_t id) { return wanted(id); });
  }
  void add_range(GameColumn column, const Range<std::uint16_t>& range) {
    if (range.is_open()) return;
    add<std::uint16_t>(
        column, [range](std::uint16_t value) { return value != 0 && range.contains(value); });
  }

  ColumnReader& columns_;
  const GameFilter& filter_;
  std::vector<Condition> conditions_;
};

void Scan::add_names(const FilterNames& names) {
  add_name(GameColumn::White, names.white);
  add_name(GameColumn::Black, names.black);
  add_name(GameColumn::Event, names.event);
  add_name(GameColumn::Site, names.site);
  add_name(GameColumn::Source, names.source);
  if (names.player.is_any) return;
  conditions_.push_back([this, &wanted = names.player](std::int64_t chunk, Kept& kept) {
    const auto white = columns_.column<std::uint32_t>(chunk, GameColumn::White);
    const auto black = columns_.column<std::uint32_t>(chunk, GameColumn::Black);
    for (std::size_t i = 0; i < white.size(); ++i) {
      if (!wanted(white[i]) && !wanted(black[i])) kept[i] = 0;
    }
  });
}

void Scan::add_ranges() {
  add_range(GameColumn::WhiteElo, filter_.elo);
  add_range(GameColumn::BlackElo, filter_.elo);
  add_range(GameColumn::WhiteElo, filter_.white_elo);
  add_range(GameColumn::BlackElo, filter_.black_elo);
  add_range(GameColumn::Eco, filter_.eco);
  if (!filter_.plies.is_open()) {
    add<std::uint16_t>(GameColumn::Plies, [range = filter_.plies](std::uint16_t plies) {
      return range.contains(plies);
    });
  }
  if (!filter_.date.is_open()) {
    add<std::uint32_t>(GameColumn::Date,
                       [this](std::uint32_t date) { return fits_date(date, filter_); });
  }
}

// One bit for each number that is wanted.
template <class T, class Number>
std::uint64_t bits_of(const std::vector<T>& values, Number number) {
  std::uint64_t bits = 0;
  for (const T value : values) bits |= std::uint64_t{1} << number(value);
  return bits;
}

void Scan::add_kinds() {
  const auto add_bits = [this](GameColumn column, std::uint64_t bits) {
    if (bits == 0) return;
    add<std::uint8_t>(column,
                      [bits](std::uint8_t value) { return (bits >> (value & 63) & 1) != 0; });
  };
  add_bits(GameColumn::Result,
           bits_of(filter_.result, [](Outcome result) { return number_of(result); }));
  add_bits(GameColumn::Ending, bits_of(filter_.ending, [](Ending ending) {
             return static_cast<std::uint8_t>(ending);
           }));
}

void Scan::add_flags() {
  const std::uint8_t asked = filter_.flags;
  add<std::uint8_t>(GameColumn::Flags, [asked](std::uint8_t flags) {
    return (flags & kDeleted) == 0 && (flags & asked) == asked;
  });
}

void Scan::run(GameSet& games) const {
  Kept kept;
  const std::int64_t chunks = columns_.chunks();
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    kept.fill(1);
    for (const Condition& condition : conditions_) condition(chunk, kept);
    const std::size_t count = columns_.games_in(chunk);
    for (std::size_t i = 0; i < count; ++i) {
      if (kept[i] != 0)
        games.insert(GameId{chunk * kChunkGames + static_cast<std::int64_t>(i) + 1});
    }
  }
}

constexpr const char* kKindOfFinding = "SELECT id FROM finding_kind WHERE name = ?1";
constexpr const char* kFindings = "SELECT game, kind FROM finding";

// The numbers that these findings have in the file; some may have none.
std::vector<std::int64_t> kinds_of(const Connection& connection,
                                   const std::vector<DiagnosticCode>& findings) {
  std::vector<std::int64_t> kinds;
  Statement query = connection.prepare(kKindOfFinding);
  for (const DiagnosticCode code : findings) {
    query.bind(1, entry_of(code).id);
    while (query.step()) kinds.push_back(query.integer(0));
  }
  return kinds;
}

// Reads the whole table, 50 ns a row: an index by kind would make each import slower.
GameSet games_with(const Connection& connection, const std::vector<DiagnosticCode>& findings,
                   std::int64_t last_game) {
  GameSet games(last_game);
  const std::vector<std::int64_t> kinds = kinds_of(connection, findings);
  if (kinds.empty()) return games;
  Statement query = connection.prepare(kFindings);
  while (query.step()) {
    const std::int64_t game = query.integer(0);
    const bool is_sought = std::find(kinds.begin(), kinds.end(), query.integer(1)) != kinds.end();
    if (is_sought && game <= last_game) games.insert(GameId{game});
  }
  return games;
}

}  // namespace

GameSet select_games(const Database& database, ColumnReader& columns, const GameFilter& filter) {
  const Connection& connection = database.connection();
  const FilterNames names = names_meant(connection, filter);
  Scan scan(columns, filter);
  scan.add_flags();
  scan.add_names(names);
  scan.add_ranges();
  scan.add_kinds();
  const std::int64_t last_game = columns.chunks() * kChunkGames;
  GameSet games(last_game);
  scan.run(games);
  if (!filter.finding.empty()) {
    games.keep_only(games_with(connection, filter.finding, last_game));
  }
  if (filter.material) games.keep_only(games_reaching(connection, *filter.material, games));
  return games;
}

}  // namespace arbiter::db::query
