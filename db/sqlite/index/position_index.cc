#include "db/sqlite/index/position_index.h"

#include <algorithm>

#include "db/model/damage.h"
#include "db/sqlite/games/game_facts.h"
#include "db/sqlite/index/group_lookup.h"

namespace arbiter::sqlite {
namespace {

GameId game_of(const StoredPosting& stored, const Segment& segment) {
  return GameId{number_of(segment.first_game) + stored.posting.game};
}

// The sums of a segment that has none ready, or, in a file of schema version 1, whose games are not
// all there any more.
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

[[noreturn]] void fail_at_subtraction(const Connection& connection) {
  throw DamageError(connection.path(),
                    "the position index takes away more games than it has of a position",
                    "the games are not affected; `arbiter compact` rebuilds the index");
}

bool answers_by_sums(const GroupLookup& group, const Segment& segment) {
  return group.has_sums() && segment.deleted == 0;
}

}  // namespace

PositionIndex::PositionIndex(const Connection& connection)
    : connection_(connection), segments_(connection) {}

std::vector<Segment> PositionIndex::segments_of(SegmentKind kind) {
  if (!are_ends_checked_) {
    check_ends(connection_, segments_.read(SegmentKind::Games));
    check_ends(connection_, segments_.read(SegmentKind::Subtracted));
    are_ends_checked_ = true;
  }
  return segments_.read(kind);
}

std::vector<Hit> PositionIndex::hits(PositionKey key) {
  const std::vector<Segment> segments = segments_of(SegmentKind::Games);
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

CountedSums PositionIndex::counted_sums(PositionKey key, SegmentKind kind, ColumnReader& columns) {
  const std::vector<Segment> segments = segments_of(kind);
  GroupLookup group(connection_, key, cost_);
  GameFactsReader games(columns);
  CountedSums sums;
  for (const Segment& segment : segments) {
    if (!group.find(segment)) continue;
    if (group.has_sums() && segment.layout.sums == SumsForm::YearCounts) {
      sums.add(group.counted_sums());
    } else {
      group.for_each([&](const StoredPosting& stored) {
        const GameId game = game_of(stored, segment);
        if (games.has(game)) sums.add(stored.posting.next, games.facts(game));
      });
    }
  }
  return sums;
}

PositionSums PositionIndex::sums(PositionKey key, ColumnReader& columns) {
  const CountedSums subtracted = counted_sums(key, SegmentKind::Subtracted, columns);
  if (subtracted != CountedSums()) {
    CountedSums sums = counted_sums(key, SegmentKind::Games, columns);
    if (!sums.subtract(subtracted)) fail_at_subtraction(connection_);
    return sums.sums();
  }
  const std::vector<Segment> segments = segments_of(SegmentKind::Games);
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
  const std::uint64_t subtracted = count(key, SegmentKind::Subtracted, columns);
  const std::uint64_t games = count(key, SegmentKind::Games, columns);
  if (subtracted > games) fail_at_subtraction(connection_);
  return games - subtracted;
}

std::uint64_t PositionIndex::count(PositionKey key, SegmentKind kind, ColumnReader& columns) {
  const std::vector<Segment> segments = segments_of(kind);
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

}  // namespace arbiter::sqlite
