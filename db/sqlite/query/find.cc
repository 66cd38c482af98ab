#include "db/sqlite/query/find.h"

#include <algorithm>
#include <string>

#include "db/model/storage.h"
#include "db/sqlite/games/game_facts.h"
#include "db/sqlite/query/find_order.h"
#include "db/sqlite/query/position_hits.h"

namespace arbiter::sqlite {
namespace {

std::vector<FoundGame> games_in(const GameSet& set) {
  std::vector<FoundGame> games;
  games.reserve(set.size());
  set.for_each([&](GameId game) {
    games.push_back({game, std::nullopt});
    return true;
  });
  return games;
}

// The games of the hits that are meant.
template <class IsMeant>
std::vector<FoundGame> games_of(const std::vector<Hit>& hits, IsMeant is_meant) {
  std::vector<FoundGame> games;
  games.reserve(hits.size());
  for (const Hit& hit : hits) {
    if (is_meant(hit.game)) games.push_back({hit.game, hit.ply});
  }
  return games;
}

std::vector<FoundGame> candidates(SqliteReader& reader, const FindQuery& query, FindCost& cost) {
  const bool needs_set = !query.position || !query.filter.is_empty();
  GameSet set;
  if (needs_set) {
    const Stopwatch watch(cost.filter_seconds);
    const RowCost before = reader.row_cost();
    set = reader.select(query.filter);
    cost.bitmaps = reader.row_cost().bitmaps - before.bitmaps;
    cost.walked = reader.row_cost().walked - before.walked;
    if (!query.position) return games_in(set);
  }
  const Stopwatch watch(cost.position_seconds);
  const std::vector<Hit> hits = hits_of(reader, *query.position);
  if (needs_set) return games_of(hits, [&](GameId game) { return set.contains(game); });
  GameFactsReader facts(reader.columns());
  return games_of(hits, [&](GameId game) { return !facts.is_deleted(game); });
}

// The listed games out of `games`, which are sorted.
void list(SqliteReader& reader, const FindQuery& query, std::vector<FoundGame>& games,
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

}  // namespace

FoundGames find_games(SqliteReader& reader, const FindQuery& query) {
  FoundGames found;
  std::vector<FoundGame> games = candidates(reader, query, found.cost);
  found.total = games.size();
  if (!query.order.empty() && query.limit != 0) {
    const Stopwatch watch(found.cost.sort_seconds);
    const std::uint64_t most = games.size();
    sort_games(reader, query.order,
               std::min(query.offset, most) + std::min(query.limit.value_or(most), most), games);
  }
  list(reader, query, games, found);
  found.listed = found.games.size();
  return found;
}

}  // namespace arbiter::sqlite
