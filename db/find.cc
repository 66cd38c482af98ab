#include "db/find.h"

#include <algorithm>
#include <bitset>
#include <chrono>
#include <string>
#include <utility>

#include "db/find_order.h"
#include "db/game_facts.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

// Adds the time of a stretch of work to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

std::vector<FoundGame> games_in(const GameSet& set) {
  std::vector<FoundGame> games;
  games.reserve(set.size());
  set.for_each([&](GameId game) {
    games.push_back({game, std::nullopt});
    return true;
  });
  return games;
}

// Takes out hits of another position with nearly the same key, where the move played there tells.
void drop_strangers(const Position& position, std::vector<Hit>& hits) {
  std::bitset<65536> possible(1);  // the game can also have ended
  for (const Move move : legal_moves(position)) possible.set(move.bits());
  std::erase_if(hits, [&](const Hit& hit) { return !possible.test(hit.next); });
}

std::vector<Hit> all_hits(Storage& storage, const PositionQuery& query) {
  if (query.rights() == Rights::Exact) {
    std::vector<Hit> hits = storage.hits(query.keys().front());
    drop_strangers(query.position(), hits);
    return hits;
  }
  std::vector<Hit> hits;
  for (const PositionKey key : query.keys()) {
    const std::vector<Hit> more = storage.hits(key);
    hits.insert(hits.end(), more.begin(), more.end());
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return std::pair(a.game, a.ply) < std::pair(b.game, b.ply);
  });
  return hits;
}

// The first hit of each game that `is_meant`.
template <class IsMeant>
std::vector<FoundGame> games_of(const std::vector<Hit>& hits, IsMeant is_meant) {
  std::vector<FoundGame> games;
  games.reserve(hits.size());
  for (const Hit& hit : hits) {
    const bool is_known = !games.empty() && games.back().id == hit.game;
    if (!is_known && is_meant(hit.game)) games.push_back({hit.game, hit.ply});
  }
  return games;
}

std::vector<FoundGame> candidates(Storage& storage, const FindQuery& query, FindCost& cost) {
  const bool needs_set = !query.position || !query.filter.is_empty();
  GameSet set;
  if (needs_set) {
    const Stopwatch watch(cost.filter_seconds);
    set = storage.select(query.filter);
    if (!query.position) return games_in(set);
  }
  const Stopwatch watch(cost.position_seconds);
  const std::vector<Hit> hits = all_hits(storage, *query.position);
  if (needs_set) return games_of(hits, [&](GameId game) { return set.contains(game); });
  GameFactsReader facts(storage.facts());
  return games_of(hits, [&](GameId game) { return !facts.is_deleted(game); });
}

// Whether the position stood after so many half-moves.
bool reached(GameReader& games, const FoundGame& game, const PositionQuery& query) {
  const auto line = games.line(game.id);
  if (!line || line->moves.size() < *game.ply) return false;
  Position position;
  if (!line->start.empty()) {
    const auto first = parse_position(line->start);
    if (!first) return false;
    position = *first;
  }
  for (std::size_t i = 0; i < *game.ply; ++i) position.play(line->moves[i]);
  return query.matches(position);
}

// The listed games out of `games`, which are sorted.
void list(Storage& storage, const FindQuery& query, std::vector<FoundGame>& games,
          FoundGames& found) {
  const Stopwatch watch(found.cost.verify_seconds);
  const std::uint64_t limit = query.limit.value_or(games.size());
  for (std::uint64_t i = query.offset; i < games.size() && found.games.size() < limit; ++i) {
    if (query.position) {
      ++found.cost.verified;
      if (!reached(storage.games(), games[i], *query.position)) {
        --found.total;
        continue;
      }
    }
    found.games.push_back(games[i]);
  }
}

}  // namespace

FoundGames find_games(Storage& storage, const FindQuery& query) {
  FoundGames found;
  std::vector<FoundGame> games = candidates(storage, query, found.cost);
  found.total = games.size();
  if (!query.order.empty() && query.limit != 0) {
    const Stopwatch watch(found.cost.sort_seconds);
    const std::uint64_t most = games.size();
    sort_games(storage, query.order,
               std::min(query.offset, most) + std::min(query.limit.value_or(most), most), games);
  }
  list(storage, query, games, found);
  return found;
}

}  // namespace arbiter
