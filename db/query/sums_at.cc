#include "db/query/sums_at.h"

#include <vector>

#include "db/games/game_facts.h"
#include "db/query/position_hits.h"
#include "lib/chess/legal_moves.h"

namespace arbiter::db::query {
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

// Whether games of the position can have gone on so.
bool is_possible(const PositionQuery& query, const MoveSums& sums) {
  if (sums.next == 0) return true;
  const Move move = Move::from_bits(sums.next);
  if (is_legal(query.position(), move)) return true;
  // Without rights, castling and en passant may be legal in some of the positions only.
  return query.rights() == Rights::Ignored &&
         (move.kind() == MoveKind::Castling || move.kind() == MoveKind::EnPassant);
}

}  // namespace

PositionSums sums_at(SqliteReader& reader, const PositionQuery& query, const GameSet* among) {
  const bool may_be_ready = among == nullptr && query.keys().size() == 1;
  PositionSums sums;
  if (may_be_ready) sums = reader.index().sums(query.keys().front(), reader.columns());
  if (sums.all_games() <= kReplayedHits) sums = sums_of_hits(reader, query, among);
  PositionSums possible;
  for (const MoveSums& move : sums.moves()) {
    if (is_possible(query, move)) possible.add(move);
  }
  return possible;
}

}  // namespace arbiter::db::query
