#include "db/sqlite/index/position_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "db/model/damage.h"

namespace arbiter::sqlite {
namespace {

// A lookup of the postings of one key in one segment, without reading the rest of the block. It
// keeps a blob open, so it must not outlive a query. Throws DamageError.
class GroupLookup {
 public:
  GroupLookup(const Connection& connection, PositionKey key, LookupCost& cost)
      : connection_(connection), key_(key), cost_(cost) {}

  // Finds the key in a segment. The other functions refer to the last segment for which the result
  // was true.
  bool find(const Segment& segment) {
    segment_ = &segment;
    ++cost_.segments;
    open_block();
    const SubBucketPlace place = find_place();
    return segment.layout.is_packed() ? find_packed(place) : find_group(place);
  }

  bool has_sums() const { return head_.has_sums; }
  // Reads the sums only. Precondition: has_sums().
  PositionSums sums() {
    const std::optional<PositionSums> sums = read_sums(sums_bytes(), segment_->layout.sums());
    if (!sums) fail();
    return *sums;
  }

  // Reads the sums only. Precondition: has_sums(), and the segment has SumsForm::YearCounts.
  CountedSums counted_sums() {
    const std::optional<CountedSums> sums = read_counted_sums(sums_bytes());
    if (!sums) fail();
    return *sums;
  }

  // Calls `prepare(count)` with an upper bound of the number of postings. Then calls
  // `visit(StoredPosting)` for every posting, without its key, in ascending order of the games.
  template <class Prepare, class Visit>
  void for_each(Prepare prepare, Visit visit) {
    GroupCursor cursor =
        head_.packed != 0 ? among_heads_ : GroupCursor(head_, body(), segment_->layout);
    if (segment_->layout.is_packed() && cursor.max_left() > segment_->postings) fail();
    prepare(cursor.max_left());
    StoredPosting stored;
    while (cursor.next(stored)) {
      if (stored.posting.game >= segment_->games) fail();
      visit(stored);
      ++cost_.postings;
    }
    if (!cursor.is_sound()) fail();
  }
  template <class Visit>
  void for_each(Visit visit) {
    for_each([](std::size_t /*count*/) {}, visit);
  }

 private:
  // The number of bytes of a sub-bucket that are read at a time. Most sub-buckets are not longer.
  static constexpr std::size_t kWindow = 1024;

  void open_block() {
    const std::int64_t row = block_row(*segment_, segment_->layout.bucket_of(key_));
    if (blob_) {
      if (!blob_->reopen(row)) fail();
    } else {
      blob_ = connection_.open_blob("posting_block", "data", row);
      if (!blob_) fail();
    }
    ++cost_.blocks;
  }

  SubBucketPlace find_place() {
    if (blob_->size() < offsets_bytes(segment_->layout)) fail();
    std::array<std::uint8_t, 2 * kOffsetBytes> offsets{};
    read(segment_->layout.sub_bucket_of(key_) * kOffsetBytes, offsets);
    const auto place = read_place(offsets, segment_->layout, blob_->size());
    if (!place) fail();
    return *place;
  }

  // Reads one head after another, and skips long groups of other keys.
  bool find_group(SubBucketPlace place) {
    const std::uint64_t rest = segment_->layout.rest_of(key_);
    std::size_t window_begin = place.begin;
    std::size_t window_end = place.begin;
    for (std::size_t at = place.begin; at < place.end;) {
      if (at + kMaxHeadBytes > window_end && window_end < place.end) {
        window_begin = at;
        window_end = std::min(place.end, at + kWindow);
        read(at, std::span(window_).first(window_end - at));
      }
      const auto bytes =
          std::span<const std::uint8_t>(window_).subspan(at - window_begin, window_end - at);
      ByteCursor cursor(bytes);
      head_ = read_head(cursor, segment_->layout);
      at += bytes.size() - cursor.left();
      if (!cursor.is_sound() || head_.size > place.end - at) fail();
      if (head_.rest >= rest) {
        body_offset_ = at;
        return head_.rest == rest;
      }
      at += head_.size;
    }
    return false;
  }

  // Reads all heads of a packed sub-bucket, and the postings among them until the key is found.
  bool find_packed(SubBucketPlace place) {
    const std::size_t size = place.end - place.begin;
    if (size == 0) return false;
    heads_.resize(std::min(size, kWindow));
    read(place.begin, heads_);
    const auto heads_place = read_heads_place(heads_, segment_->layout, size);
    if (!heads_place) fail();
    if (const std::size_t had = heads_.size(); heads_place->end > had) {
      heads_.resize(heads_place->end);
      read(place.begin + had, std::span(heads_).subspan(had));
    }
    const std::uint64_t rest = segment_->layout.rest_of(key_);
    PackedHeads heads(
        std::span<const std::uint8_t>(heads_).first(heads_place->end).subspan(heads_place->begin),
        heads_place->shift, segment_->layout);
    body_offset_ = place.begin + heads_place->end;
    while (heads.next(head_)) {
      if (head_.size > place.end - body_offset_) fail();
      if (head_.rest >= rest) {
        among_heads_ = heads.postings();
        return head_.rest == rest;
      }
      body_offset_ += head_.size;
    }
    if (!heads.is_sound()) fail();
    return false;
  }

  std::span<const std::uint8_t> body() {
    body_.resize(head_.size);
    read(body_offset_, body_);
    return body_;
  }

  std::span<const std::uint8_t> sums_bytes() {
    std::array<std::uint8_t, 10> room{};
    const auto start =
        std::span<std::uint8_t>(room).first(std::min<std::uint64_t>(room.size(), head_.size));
    read(body_offset_, start);
    ByteCursor cursor(start);
    const std::uint64_t size = cursor.number();
    const std::size_t number_size = start.size() - cursor.left();
    if (!cursor.is_sound() || size > head_.size - number_size) fail();
    body_.resize(size);
    read(body_offset_ + number_size, body_);
    ++cost_.sums;
    return body_;
  }

  void read(std::size_t offset, std::span<std::uint8_t> into) {
    try {
      blob_->read(offset, into);
    } catch (const DamageError& error) {
      fail_at_segment(connection_, *segment_,
                      fmt::format("block {}: {}", segment_->layout.bucket_of(key_), error.fault()));
    }
    cost_.bytes += into.size();
  }

  [[noreturn]] void fail() const {
    fail_at_block(connection_, *segment_, segment_->layout.bucket_of(key_));
  }

  const Connection& connection_;
  PositionKey key_;
  LookupCost& cost_;
  std::optional<Blob> blob_;
  const Segment* segment_ = nullptr;
  GroupHead head_;
  GroupCursor among_heads_;  // the group's postings, if they are among the heads
  std::size_t body_offset_ = 0;
  std::array<std::uint8_t, kWindow> window_{};
  std::vector<std::uint8_t> heads_;
  std::vector<std::uint8_t> body_;
};

GameId game_of(const StoredPosting& stored, const Segment& segment) {
  return GameId{number_of(segment.first_game) + stored.posting.game};
}

// Reserves memory in advance, because growing a list of a million hits takes longer than filling
// it.
void make_room(std::vector<Hit>& hits, std::size_t more) {
  if (hits.capacity() - hits.size() < more)
    hits.reserve(std::max(hits.size() + more, 2 * hits.capacity()));
}

[[noreturn]] void fail_at_subtraction(const Connection& connection) {
  throw DamageError(connection.path(),
                    "the position index subtracts more games of a position than it has",
                    "the games are not affected; `arbiter compact` rebuilds the index");
}

// Calls `visit(group, segment)` for each segment with postings of the group's key.
template <class Visit>
void for_each_segment(GroupLookup group, std::span<const Segment> segments, Visit visit) {
  for (const Segment& segment : segments) {
    if (group.find(segment)) visit(group, segment);
  }
}

// Returns the sums of a segment without stored sums. Also used for segments with deleted games in
// files of schema version 1.
PositionSums count_sums(GroupLookup& group, const Segment& segment, GameFactsReader& facts) {
  PositionSums sums;
  group.for_each([&](const StoredPosting& stored) {
    const GameId game = game_of(stored, segment);
    if (!facts.is_deleted(game)) sums.add(stored.posting.next, facts.facts(game));
  });
  return sums;
}

}  // namespace

PositionIndex::PositionIndex(const Connection& connection)
    : connection_(connection), version_(connection.prepare("PRAGMA data_version")) {}

void PositionIndex::refresh() {
  version_.step();
  const Moment moment{.version = version_.integer(0), .changes = connection_.total_changes()};
  version_.reset();
  if (moment_ == moment) return;
  moment_.reset();
  segments_ = read_segments(connection_, SegmentKind::Games);
  check_ends(connection_, segments_);
  subtracted_ = read_segments(connection_, SegmentKind::Subtracted);
  check_ends(connection_, subtracted_);
  // The cached state must not be used later, because this connection may still roll back its
  // changes.
  if (!connection_.is_writing()) moment_ = moment;
}

std::vector<Hit> PositionIndex::hits(PositionKey key) {
  refresh();
  std::vector<Hit> hits;
  for_each_segment({connection_, key, cost_}, segments_,
                   [&](GroupLookup& group, const Segment& segment) {
                     group.for_each([&](std::size_t count) { make_room(hits, count); },
                                    [&](const StoredPosting& stored) {
                                      hits.push_back({.game = game_of(stored, segment),
                                                      .ply = stored.posting.ply,
                                                      .next = stored.posting.next,
                                                      .result = stored.result});
                                    });
                   });
  return hits;
}

CountedSums PositionIndex::counted_sums(PositionKey key, std::span<const Segment> segments,
                                        ColumnReader& columns) {
  GameFactsReader facts(columns);
  CountedSums sums;
  for_each_segment({connection_, key, cost_}, segments,
                   [&](GroupLookup& group, const Segment& segment) {
                     if (group.has_sums() && segment.layout.sums() == SumsForm::YearCounts) {
                       return sums.add(group.counted_sums());
                     }
                     group.for_each([&](const StoredPosting& stored) {
                       const GameId game = game_of(stored, segment);
                       if (facts.has(game)) sums.add(stored.posting.next, facts.facts(game));
                     });
                   });
  return sums;
}

PositionSums PositionIndex::sums(PositionKey key, ColumnReader& columns) {
  refresh();
  const CountedSums subtracted = counted_sums(key, subtracted_, columns);
  if (subtracted != CountedSums()) {
    CountedSums sums = counted_sums(key, segments_, columns);
    if (!sums.subtract(subtracted)) fail_at_subtraction(connection_);
    return sums.sums();
  }
  GameFactsReader facts(columns);
  PositionSums sums;
  for_each_segment({connection_, key, cost_}, segments_,
                   [&](GroupLookup& group, const Segment& segment) {
                     const bool has_right_sums = group.has_sums() && segment.deleted == 0;
                     sums.add(has_right_sums ? group.sums() : count_sums(group, segment, facts));
                   });
  return sums;
}

}  // namespace arbiter::sqlite
