#include "db/index/position_index.h"

#include <algorithm>

#include "db/games/game_facts.h"
#include "db/index/group_lookup.h"

namespace arbiter::db::index {
namespace {

GameId game_of(const StoredPosting& stored, const Segment& segment) {
  return GameId{number_of(segment.first_game) + stored.posting.game};
}

// The sums of a segment that has none ready, or whose games are not all there any more.
PositionSums count_sums(GroupLookup& group, const Segment& segment, GameFactsReader& columns) {
  PositionSums sums;
  group.for_each([&](const StoredPosting& stored) {
    const GameId game = game_of(stored, segment);
    if (!columns.is_deleted(game)) sums.add(stored.posting.next, columns.facts(game));
  });
  return sums;
}

std::uint64_t count_games(GroupLookup& group, const Segment& segment, GameFactsReader& columns) {
  std::uint64_t games = 0;
  group.for_each([&](const StoredPosting& stored) {
    games += segment.deleted == 0 || !columns.is_deleted(game_of(stored, segment));
  });
  return games;
}

// Growing a list of a million hits step by step takes longer than reading them.
void make_room(std::vector<Hit>& hits, std::size_t more) {
  if (hits.capacity() - hits.size() < more)
    hits.reserve(std::max(hits.size() + more, 2 * hits.capacity()));
}

bool answers_by_sums(const GroupLookup& group, const Segment& segment) {
  return group.has_sums() && segment.deleted == 0;
}

}  // namespace

PositionIndex::PositionIndex(const Connection& connection)
    : connection_(connection), segments_(connection) {}

std::vector<Hit> PositionIndex::hits(PositionKey key) {
  const std::vector<Segment> segments = segments_.read();
  GroupLookup group(connection_, key, cost_);
  std::vector<Hit> hits;
  for (const Segment& segment : segments) {
    if (!group.find(segment)) continue;
    make_room(hits, group.most_postings());
    group.for_each([&](const StoredPosting& stored) {
      hits.push_back({.game = game_of(stored, segment),
                      .ply = stored.posting.ply,
                      .next = stored.posting.next,
                      .result = stored.result});
    });
  }
  return hits;
}

PositionSums PositionIndex::sums(PositionKey key, ColumnReader& columns) {
  const std::vector<Segment> segments = segments_.read();
  GroupLookup group(connection_, key, cost_);
  GameFactsReader games(columns);
  PositionSums sums;
  for (const Segment& segment : segments) {
    if (!group.find(segment)) continue;
    sums.add(answers_by_sums(group, segment) ? group.sums() : count_sums(group, segment, games));
  }
  return sums;
}

std::uint64_t PositionIndex::count(PositionKey key, ColumnReader& columns) {
  const std::vector<Segment> segments = segments_.read();
  GroupLookup group(connection_, key, cost_);
  GameFactsReader games(columns);
  std::uint64_t count = 0;
  for (const Segment& segment : segments) {
    if (!group.find(segment)) continue;
    count += answers_by_sums(group, segment) ? group.sums().all_games()
                                             : count_games(group, segment, games);
  }
  return count;
}

}  // namespace arbiter::db::index
