#include "db/query/novelty.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lib/laws/wording.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

// Returns the number of games that reached the position, and an example.
FoundGames games_at(const Position& position, const GameFilter& filter, Storage& storage) {
  return storage.games(
      {.filter = filter, .position = PositionQuery(position, Rights::Exact), .limit = 1});
}

// Returns the results of the games that reached the position, from the side of the filter's player.
GameCount results_at(const Position& position, const GameFilter& filter, Storage& storage) {
  const MoveSums sums =
      storage.tree({.root = PositionQuery(position, Rights::Exact), .depth = 1, .filter = filter})
          .all;
  GameCount count{.games = sums.all_games()};
  std::ranges::copy(sums.games, count.results.begin());
  return count;
}

}  // namespace

GameFilter filter_before(std::uint32_t date, GameFilter filter) {
  if (date == 0) return filter;
  filter.require(filter_of(NumberTest{.of = GameNumber::Date,
                                      .form = NumberTest::Form::Date,
                                      .range = {.min = 1, .max = date - 1}}));
  return filter;
}

namespace {

// A game, during the search for its last known position.
struct ComparedLine {
  Departure departure;
  GameFilter filter;
  std::vector<Position> positions;  // initial position and positions after each move
  bool is_found = false;
};

// The plies that are looked up together.
struct PlyRange {
  std::size_t first = 0;
  std::size_t end = 0;

  static PlyRange last_of(const ComparedLine& line) {
    return {line.positions.size() - 1, line.positions.size()};
  }
  // The number of early positions, which many games reach, unlike later ones.
  static constexpr std::size_t kEarly = 16;
  static PlyRange late_in(const ComparedLine& line) {
    return {std::min(kEarly, line.positions.size() - 1), line.positions.size() - 1};
  }
  static PlyRange early_in(const ComparedLine& line) {
    return {0, std::min(kEarly, line.positions.size() - 1)};
  }
};

using RangeOf = PlyRange (*)(const ComparedLine&);

// Returns the keys of positions that any game reached.
std::unordered_set<PositionKey> known_keys(const std::vector<ComparedLine>& lines, RangeOf range_of,
                                           Storage& storage) {
  std::map<PositionKey, const Position*> sought;
  for (const ComparedLine& line : lines) {
    const PlyRange range = range_of(line);
    for (std::size_t ply = range.first; ply < range.end && !line.is_found; ++ply) {
      sought.emplace(line.positions[ply].key(), &line.positions[ply]);
    }
  }
  std::vector<PositionQuery> queries;
  for (const auto& [key, position] : sought) queries.emplace_back(*position, Rights::Exact);
  const std::vector<std::uint64_t> counts = storage.counts_at({}, queries);
  std::unordered_set<PositionKey> known;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (counts[i] > 0) known.insert(queries[i].keys().front());
  }
  return known;
}

// Looks for the last position in the range that games of the filter reached.
void find_last(ComparedLine& line, PlyRange range, const std::unordered_set<PositionKey>& known,
               Storage& storage) {
  for (std::size_t ply = range.end; ply-- > range.first && !line.is_found;) {
    if (!known.contains(line.positions[ply].key())) continue;
    const FoundGames found = games_at(line.positions[ply], line.filter, storage);
    if (found.games.empty()) continue;
    line.is_found = true;
    line.departure.known = ply;
    line.departure.games = found.total;
    line.departure.example = found.games.front().id;
    if (white_is_player(line.filter)) {
      line.departure.results = results_at(line.positions[ply], line.filter, storage);
    }
  }
}

// Sets the first move after the known positions.
void set_move(ComparedLine& line) {
  Departure& departure = line.departure;
  if (departure.known >= departure.game.moves.size()) return;
  const Position& before = line.positions[departure.known];
  const Move move = departure.game.moves[departure.known];
  departure.san = san_of(move, before);
  departure.uci = uci_of(move, before);
  departure.move = numbered_san(move, before);
}

}  // namespace

std::vector<Departure> departures_of(std::vector<StoredGame> games, const GameFilter& among,
                                     ComparedGames compared, Storage& storage) {
  std::vector<ComparedLine> lines;
  for (StoredGame& game : games) {
    const std::uint32_t before_day = compared == ComparedGames::Earlier ? game.date : 0;
    ComparedLine& line = lines.emplace_back();
    line.filter = filter_before(before_day, among);
    line.positions.emplace_back(first_setup(game));
    for (const Move move : game.moves) {
      line.positions.push_back(line.positions.back());
      line.positions.back().play(move);
    }
    line.departure.game = std::move(game);
  }
  for (const RangeOf range_of : {PlyRange::last_of, PlyRange::late_in, PlyRange::early_in}) {
    const auto known = known_keys(lines, range_of, storage);
    for (ComparedLine& line : lines) find_last(line, range_of(line), known, storage);
  }
  std::vector<Departure> departures;
  for (ComparedLine& line : lines) {
    set_move(line);
    departures.push_back(std::move(line.departure));
  }
  return departures;
}

}  // namespace arbiter
