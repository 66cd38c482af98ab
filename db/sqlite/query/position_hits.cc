#include "db/sqlite/query/position_hits.h"

#include <algorithm>
#include <bitset>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"

namespace arbiter::sqlite {
namespace {

void drop_key_collisions(const Position& position, std::vector<Hit>& hits) {
  std::bitset<65536> possible(1);  // the game can also have ended
  for (const Move move : legal_moves(position)) possible.set(move.bits());
  std::erase_if(hits, [&](const Hit& hit) { return !possible.test(hit.next); });
}

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
  std::ranges::sort(hits, {}, [](const Hit& hit) { return std::pair(hit.game, hit.ply); });
  const auto rest = std::ranges::unique(hits, {}, &Hit::game);
  hits.erase(rest.begin(), rest.end());
  return hits;
}

bool position_occurs_at(GameReader& games, const Hit& hit, const PositionQuery& query) {
  const auto line = games.line(hit.game);
  if (!line || line->moves.size() < hit.ply) return false;
  Position position;
  if (!line->start.empty()) {
    const auto first = parse_position(line->start);
    if (!first) return false;
    position = *first;
  }
  for (std::size_t i = 0; i < hit.ply; ++i) position.play(line->moves[i]);
  return query.matches(position);
}

}  // namespace arbiter::sqlite
