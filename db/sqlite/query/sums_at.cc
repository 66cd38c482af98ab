#include "db/sqlite/query/sums_at.h"

#include <vector>

#include "db/sqlite/games/game_facts.h"
#include "db/sqlite/query/position_hits.h"

namespace arbiter::sqlite {
namespace {

// So few games are replayed: about 2 us each.
constexpr std::size_t kReplayedHits = 256;

PositionSums sums_of_hits(SqliteReader& reader, const PositionQuery& query, const GameSet* among) {
  std::vector<Hit> hits = hits_of(reader, query);
  if (among != nullptr) {
    std::erase_if(hits, [&](const Hit& hit) { return !among->contains(hit.game); });
  }
  const bool is_replayed = hits.size() <= kReplayedHits;
  GameFactsReader facts(reader.columns());
  PositionSums sums;
  for (const Hit& hit : hits) {
    if (facts.is_deleted(hit.game) ||
        (is_replayed && !position_occurs_at(reader.games(), hit, query)))
      continue;
    sums.add(hit.next, facts.facts(hit.game));
  }
  return sums;
}

}  // namespace

PositionSums sums_at(SqliteReader& reader, const PositionQuery& query, const GameSet* among) {
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

}  // namespace arbiter::sqlite
