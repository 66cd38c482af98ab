#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_tests.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/query/column_keys.h"
#include "db/sqlite/query/storage_queries.h"
#include "lib/base/threads.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"

namespace arbiter::sqlite {
namespace {

void drop_key_collisions(const Position& position, std::vector<Hit>& hits) {
  std::bitset<65536> possible(1);  // a game can also end in the position
  for (const Move move : legal_moves(position)) possible.set(move.bits());
  std::erase_if(hits, [&](const Hit& hit) { return !possible.test(hit.next); });
}

// Sorts the hits, and keeps the first one of each game.
void keep_first_hits(std::vector<Hit>& hits) {
  std::ranges::sort(hits, {}, [](const Hit& hit) { return std::pair(hit.game, hit.ply); });
  const auto rest = std::ranges::unique(hits, {}, &Hit::game);
  hits.erase(rest.begin(), rest.end());
}

// The maximum number of games to replay, in about 2 us each.
constexpr std::size_t kReplayedHits = 256;

PositionSums sums_of_hits(SqliteReader& reader, const PositionQuery& query,
                          const CountedGames* among) {
  std::vector<Hit> hits = hits_of(reader, query);
  if (among != nullptr) {
    std::erase_if(hits, [&](const Hit& hit) { return !among->games.contains(hit.game); });
  }
  const bool is_replayed = hits.size() <= kReplayedHits;
  GameFactsReader facts(reader.columns());
  PositionSums sums;
  for (const Hit& hit : hits) {
    if (facts.is_deleted(hit.game) ||
        (is_replayed && !position_occurs_at(reader.games(), hit, query)))
      continue;
    const GameFacts game = facts.facts(hit.game);
    sums.add(hit.next, among != nullptr && among->is_swapped(hit.game) ? swapped(game) : game);
  }
  return sums;
}

constexpr const char* kFindingsOfGame =
    "SELECT ply, name FROM finding JOIN finding_kind ON finding_kind.id = finding.kind"
    " WHERE game = ?1 ORDER BY ply, name";

// Returns the findings of a game in ascending order of the ply.
std::vector<StoredFinding> findings_of(const Connection& connection, GameId game) {
  std::vector<StoredFinding> findings;
  Statement query = connection.prepare(kFindingsOfGame);
  query.bind(1, number_of(game));
  while (query.step()) {
    findings.push_back(
        {.ply = static_cast<std::uint32_t>(query.integer(0)), .id = std::string(query.text(1))});
  }
  return findings;
}

// A sort value for each game; 0 means unknown.
using Column = std::vector<std::uint32_t>;

Column values_of(SqliteReader& reader, GameColumn which, std::span<const FoundGame> games) {
  Column column;
  column.reserve(games.size());
  for (const FoundGame& game : games) {
    column.push_back(static_cast<std::uint32_t>(reader.columns().value(game.id, which)));
  }
  return column;
}

Column mean_elos(SqliteReader& reader, std::span<const FoundGame> games) {
  const Column white = values_of(reader, GameColumn::WhiteElo, games);
  Column column = values_of(reader, GameColumn::BlackElo, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    column[i] = white[i] != 0 && column[i] != 0 ? white[i] + column[i] : 0;
  }
  return column;
}

// Adds 1 to each length, because 0 half-moves is a known length. Games that were not replayed get
// 0.
Column known_plies(SqliteReader& reader, std::span<const FoundGame> games, Column plies) {
  const Column flags = values_of(reader, GameColumn::Flags, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    plies[i] = (flags[i] & kUnchecked) != 0 ? 0 : plies[i] + 1;
  }
  return plies;
}

Column codes(SqliteReader& reader, std::span<const FoundGame> games) {
  const OpeningList openings(reader.connection());
  const Column numbers = values_of(reader, GameColumn::Opening, games);
  Column column = values_of(reader, GameColumn::Eco, games);
  for (std::size_t i = 0; i < games.size(); ++i) {
    column[i] = static_cast<std::uint32_t>(openings.code_of(column[i], numbers[i]));
  }
  return column;
}

Column places_of_rounds(const Connection& connection, std::span<const FoundGame> games) {
  std::vector<std::uint64_t> orders;
  Statement query = connection.prepare("SELECT round FROM game WHERE id = ?1");
  for (const FoundGame& game : games) {
    query.bind(1, number_of(game.id));
    orders.push_back(query.step() ? RoundTest::order(query.text(0)) : 0);
    query.reset();
  }
  std::vector<std::uint64_t> sorted = orders;
  sorted.push_back(0);
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  Column column;
  for (const std::uint64_t order : orders) {
    const auto place = std::ranges::lower_bound(sorted, order) - sorted.begin();
    column.push_back(static_cast<std::uint32_t>(place));
  }
  return column;
}

Column values_of(SqliteReader& reader, SortKey key, std::span<const FoundGame> games) {
  if (key == SortKey::Round) return places_of_rounds(reader.connection(), games);
  if (key == SortKey::Elo) return mean_elos(reader, games);
  if (key == SortKey::Eco) return codes(reader, games);
  if (const ColumnKeys* keys = column_of(key)) {
    Column column = values_of(reader, keys->column, games);
    if (keys->table) return places_of_names(reader.connection(), *keys->table, column);
    return key == SortKey::Plies ? known_plies(reader, games, column) : column;
  }
  Column column;
  for (const FoundGame& game : games) {
    const std::uint32_t ply = game.ply ? *game.ply + 1u : 0u;
    column.push_back(key == SortKey::Ply ? ply : static_cast<std::uint32_t>(number_of(game.id)));
  }
  return column;
}

// Returns values for an ascending sort, with unknown values last.
Column sorting_column(SqliteReader& reader, SortOrder order, std::span<const FoundGame> games) {
  Column column = values_of(reader, order.key, games);
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t& value : column) {
    if (value == 0 || order.direction == SortDirection::Descending) value = kLast - value;
  }
  return column;
}

// Sorts the games so that the first `wanted` are in place. Takes about 50 ns per game, and more for
// all games than for a few. Names are read once.
void sort_games(SqliteReader& reader, std::span<const SortOrder> order, std::size_t wanted,
                std::vector<FoundGame>& games) {
  std::vector<Column> columns;
  for (const SortOrder& one : order) columns.push_back(sorting_column(reader, one, games));
  const auto comes_first = [&](std::uint32_t a, std::uint32_t b) {
    for (const Column& column : columns) {
      if (column[a] != column[b]) return column[a] < column[b];
    }
    return a < b;  // in the order of the game numbers
  };
  std::vector<std::uint32_t> places(games.size());
  std::iota(places.begin(), places.end(), 0u);
  wanted = std::min(wanted, places.size());
  std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(wanted),
                    places.end(), comes_first);
  std::vector<FoundGame> sorted;
  sorted.reserve(games.size());
  for (const std::uint32_t place : places) sorted.push_back(games[place]);
  games = std::move(sorted);
}

std::vector<FoundGame> games_in(const GameSet& set) {
  std::vector<FoundGame> games;
  games.reserve(set.size());
  set.for_each([&](GameId game) {
    games.push_back({game, std::nullopt});
    return true;
  });
  return games;
}

// A counter that adds the rows read by a filter to the cost.
class FilterCost {
 public:
  FilterCost(SqliteReader& reader, FindCost& cost)
      : reader_(reader), cost_(cost), before_(reader.row_cost()), watch_(cost.filter_seconds) {}
  FilterCost(const FilterCost&) = delete;
  FilterCost& operator=(const FilterCost&) = delete;
  ~FilterCost() {
    cost_.bitmaps = reader_.row_cost().bitmaps - before_.bitmaps;
    cost_.walked = reader_.row_cost().walked - before_.walked;
  }

 private:
  SqliteReader& reader_;
  FindCost& cost_;
  RowCost before_;
  Stopwatch watch_;
};

std::vector<FoundGame> candidates(SqliteReader& reader, const FindQuery& query, FindCost& cost) {
  if (!query.position) {
    const FilterCost filter(reader, cost);
    return games_in(reader.select(query.filter));
  }
  std::vector<Hit> hits;
  {
    const Stopwatch watch(cost.position_seconds);
    hits = hits_of(reader, *query.position);
  }
  const FilterCost filter(reader, cost);
  reader.keep_matching(query.filter, hits);
  std::vector<FoundGame> games;
  games.reserve(hits.size());
  for (const Hit& hit : hits) games.push_back({hit.game, hit.ply});
  return games;
}

// Lists the requested part of the sorted `games`.
void list_games(SqliteReader& reader, const FindQuery& query, std::vector<FoundGame>& games,
                FoundGames& found) {
  const Stopwatch watch(found.cost.verify_seconds);
  const std::uint64_t limit = query.limit.value_or(games.size());
  for (std::uint64_t i = query.offset; i < games.size() && found.games.size() < limit; ++i) {
    if (query.position) {
      ++found.cost.verified;
      const Hit hit{.game = games[i].id, .ply = *games[i].ply};
      if (!position_occurs_at(reader.games(), hit, *query.position)) {
        --found.total;
        continue;
      }
    }
    found.games.push_back(games[i]);
  }
}

// The number of games in a batch, about that of a row of texts, so that few rows are decompressed
// twice.
constexpr std::size_t kBatchGames = 256;

StreamedBatch read_batch(GameReader& games, std::span<const FoundGame> found,
                         const GameStream& stream, const Connection& connection) {
  StreamedBatch batch;
  batch.games.reserve(found.size());
  for (const FoundGame& one : found) {
    auto game = games.game(one.id);
    if (!game) continue;
    StreamedGame& streamed = batch.games.emplace_back();
    streamed.game = *std::move(game);
    streamed.ply = one.ply;
    if (stream.has_records) streamed.record = games.record(one.id);
    if (stream.has_findings) streamed.findings = findings_of(connection, one.id);
  }
  return batch;
}

// The connection of one thread.
struct ThreadReader {
  explicit ThreadReader(const Connection& own) : connection(own), games(own) {}

  const Connection& connection;
  GameReader games;
};

}  // namespace

std::vector<Hit> hits_of(SqliteReader& reader, const PositionQuery& query) {
  if (query.rights() == Rights::Exact) {
    std::vector<Hit> hits = reader.index().hits(query.keys().front());
    drop_key_collisions(query.position(), hits);
    return hits;
  }
  std::vector<Hit> hits;
  for (const PositionKey key : query.keys()) {
    const std::vector<Hit> more = reader.index().hits(key);
    hits.insert(hits.end(), more.begin(), more.end());
  }
  keep_first_hits(hits);
  return hits;
}

namespace {

// Returns the initial position of a game; nothing if the text is damaged.
std::optional<Position> first_position(const std::string& start) {
  if (start.empty()) return Position();
  const auto position = parse_position(start);
  return position ? std::optional(*position) : std::nullopt;
}

// Returns the position of the hit; nothing if the game no longer exists.
std::optional<Position> position_at(GameReader& games, const Hit& hit) {
  const auto line = games.line(hit.game);
  if (!line || line->moves.size() < hit.ply) return std::nullopt;
  auto position = first_position(line->start);
  for (std::size_t i = 0; position && i < hit.ply; ++i) position->play(line->moves[i]);
  return position;
}

}  // namespace

bool position_occurs_at(GameReader& games, const Hit& hit, const PositionQuery& query) {
  const auto position = position_at(games, hit);
  return position && query.matches(*position);
}

KeyHits hits_of_key(SqliteReader& reader, PositionKey key) {
  KeyHits found{.hits = reader.index().hits(key)};
  if (found.hits.size() <= kReplayedHits) return found;
  for (const Hit& hit : std::span(found.hits).first(kReplayedHits)) {
    const auto position = position_at(reader.games(), hit);
    if (!position || position->key() != key) continue;
    drop_key_collisions(*position, found.hits);
    found.are_certain = true;
    break;
  }
  return found;
}

PositionSums sums_at(SqliteReader& reader, const PositionQuery& query, const CountedGames* among) {
  const bool may_be_ready = among == nullptr && query.keys().size() == 1;
  PositionSums sums;
  if (may_be_ready) sums = reader.index().sums(query.keys().front(), reader.columns());
  if (sums.all_games() <= kReplayedHits) sums = sums_of_hits(reader, query, among);
  PositionSums possible;
  for (const MoveSums& move : sums.moves()) {
    if (may_go_on(query, move.next)) possible.add(move);
  }
  return possible;
}

PlayedPositions::PlayedPositions(SqliteReader& reader, const CountedGames& among)
    : reader_(reader), among_(among) {
  among.games.for_each([&](GameId game) {
    if ((reader.columns().value(game, GameColumn::Flags) & kUnchecked) != 0) return true;
    const auto line = reader.games().line(game);
    auto position = line ? first_position(line->start) : std::nullopt;
    if (!position) return true;
    std::uint16_t ply = 0;
    for (const Move move : line->moves) {
      positions_.push_back({position->key(), {.game = game, .ply = ply++, .next = move.bits()}});
      position->play(move);
    }
    positions_.push_back({position->key(), {.game = game, .ply = ply}});
    return true;
  });
  std::ranges::stable_sort(positions_, {}, &Played::key);
  const auto rest = std::ranges::unique(positions_, [](const Played& a, const Played& b) {
    return a.key == b.key && a.hit.game == b.hit.game;
  });
  positions_.erase(rest.begin(), rest.end());
}

PositionSums PlayedPositions::sums_at(const PositionQuery& query) const {
  std::vector<Hit> hits;
  for (const PositionKey key : query.keys()) {
    for (const Played& played : std::ranges::equal_range(positions_, key, {}, &Played::key)) {
      hits.push_back(played.hit);
    }
  }
  keep_first_hits(hits);
  GameFactsReader facts(reader_.columns());
  PositionSums sums;
  for (const Hit& hit : hits) {
    const GameFacts game = facts.facts(hit.game);
    if (may_go_on(query, hit.next)) {
      sums.add(hit.next, among_.is_swapped(hit.game) ? swapped(game) : game);
    }
  }
  return sums;
}

std::vector<std::uint64_t> count_hits(SqliteReader& reader, const GameSet& games,
                                      std::span<const PositionQuery> positions) {
  // Reading the hits of a position takes at least as long as replaying this many games.
  constexpr std::size_t kGamesPerPosition = 32;
  std::vector<std::uint64_t> counts;
  if (games.size() <= kGamesPerPosition * positions.size() && reader.indexes_all_plies()) {
    const CountedGames few{.games = games};
    const PlayedPositions played(reader, few);
    for (const PositionQuery& position : positions) {
      counts.push_back(played.sums_at(position).all_games());
    }
    return counts;
  }
  for (const PositionQuery& position : positions) {
    counts.push_back(static_cast<std::uint64_t>(std::ranges::count_if(
        hits_of(reader, position), [&games](const Hit& hit) { return games.contains(hit.game); })));
  }
  return counts;
}

FoundGames find_games(SqliteReader& reader, const FindQuery& query) {
  FoundGames found;
  std::vector<FoundGame> games = candidates(reader, query, found.cost);
  found.total = games.size();
  if (!query.order.empty() && query.limit != 0) {
    const Stopwatch watch(found.cost.sort_seconds);
    const std::uint64_t all = games.size();
    sort_games(reader, query.order,
               std::min(query.offset, all) + std::min(query.limit.value_or(all), all), games);
  }
  list_games(reader, query, games, found);
  found.listed = found.games.size();
  return found;
}

void stream_games(SqliteReader& reader, std::span<const FoundGame> found,
                  const GameStream& stream) {
  const auto connections =
      more_connections(reader.connection(), found.size() <= kBatchGames ? 0 : stream.jobs);
  std::deque<ThreadReader> readers;
  for (const auto& connection : connections) readers.emplace_back(*connection);

  std::span<const FoundGame> rest = found;
  const auto take = [&]() -> std::optional<std::span<const FoundGame>> {
    if (rest.empty()) return std::nullopt;
    const auto next = rest.first(std::min(kBatchGames, rest.size()));
    rest = rest.subspan(next.size());
    return next;
  };
  const auto make = [&](unsigned thread, std::span<const FoundGame> games) {
    StreamedBatch batch =
        readers.empty()
            ? read_batch(reader.games(), games, stream, reader.connection())
            : read_batch(readers[thread].games, games, stream, readers[thread].connection);
    batch.total = found.size();
    if (stream.prepare) stream.prepare(batch);
    return batch;
  };
  run_in_order(static_cast<unsigned>(readers.size()), take, make, stream.receive);
}

}  // namespace arbiter::sqlite
