// A sorted part of the position index: the bytes of its blocks, its row, and their readers and
// writers (README.md, "Positions").
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/ids.h"
#include "db/model/leb128.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// The minimum size of a group that stores its sums.
inline constexpr std::size_t kSumsFrom = 256;

// The minimum bytes of game, move and ply.
inline constexpr std::size_t kMinPostingBytes = 4;

// A posting of a block, with only the known part of its key.
struct StoredPosting {
  Posting posting;
  Outcome result = Outcome::Unknown;

  bool operator==(const StoredPosting&) const = default;
};

// Writes the block of one bucket. All `postings` are in that bucket, have keys without the unknown
// part, and are sorted by key, game and ply. Results and sums come from `facts`, by Posting::game.
// 15 ns per posting (4 million, 2026-11-21).
class BlockWriter {
 public:
  BlockWriter(const BlockLayout& layout, std::span<const GameFacts> facts);

  void write(std::span<const Posting> postings, std::vector<std::uint8_t>& bytes);

 private:
  std::uint8_t* put_single(const Posting& posting, std::uint8_t* at) const;
  std::uint8_t* put_many(std::span<const Posting> group, std::uint8_t* at) const;
  std::uint8_t* put_posting(const Posting& posting, std::uint8_t* at) const;
  std::size_t make_body(std::span<const Posting> group);

  BlockLayout layout_;
  std::span<const GameFacts> facts_;
  std::vector<std::uint8_t> results_;  // of all games, which fit the cache better than facts_
  std::vector<std::uint8_t> body_;     // of the current group
};

// The place of the groups of a sub-bucket in its block.
struct SubBucketPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A block starts with the offsets of all sub-buckets and of its end.
inline constexpr std::size_t kOffsetBytes = 4;
inline constexpr std::size_t kOffsetsBytes = kOffsetBytes * (kSubBuckets + 1);

// Reads two neighbouring offsets of a block of `block_size` bytes. Returns nothing if they are
// impossible.
std::optional<SubBucketPlace> read_place(std::span<const std::uint8_t, 2 * kOffsetBytes> offsets,
                                         std::size_t block_size);

// The head of the postings of one key.
struct GroupHead {
  std::uint64_t rest = 0;  // of the key
  bool is_single = false;  // one posting, in `size` bytes
  bool has_sums = false;   // the size of the sums and the sums precede the postings
  std::uint64_t size = 0;  // bytes that follow the head
};

// The maximum bytes of a head and a single posting after it.
inline constexpr std::size_t kMaxHeadBytes = 24;

// Reads a head, and moves the cursor after it. Fails like other reads of the cursor.
GroupHead read_head(ByteCursor& cursor, const BlockLayout& layout);

// The postings of a group. `body` are the `head.size` bytes after its head.
class GroupCursor {
 public:
  GroupCursor(const GroupHead& head, std::span<const std::uint8_t> body, const BlockLayout& layout)
      : cursor_(body), game_bytes_(head.is_single ? layout.game_bytes : 0) {
    if (head.has_sums) cursor_.take(cursor_.number());
  }

  // Reads the next posting, without its key. Returns false after the last one, and if the bytes are
  // damaged (see is_sound()). About 8 ns (a million in a row, 2026-11-21).
  bool next(StoredPosting& stored) {
    if (cursor_.at_end()) return false;
    const std::uint64_t step = game_bytes_ != 0 ? cursor_.fixed(game_bytes_) : cursor_.number();
    const auto bits = static_cast<unsigned>(cursor_.fixed(2));
    const std::uint64_t ply = cursor_.number() << 2 | bits >> 14;
    const std::optional<std::uint16_t> move = move_of_posting(bits & 0xfff);
    game_ += step;
    if (step > kMax<std::uint32_t> || game_ > kMax<std::uint32_t> || ply > kMax<std::uint16_t> ||
        !move) {
      cursor_.fail();
    }
    if (!cursor_.is_sound()) return false;
    stored.posting.game = static_cast<std::uint32_t>(game_);
    stored.posting.ply = static_cast<std::uint16_t>(ply);
    stored.posting.next = *move;
    stored.result = outcome_of(bits >> 12);
    return true;
  }

  bool is_sound() const { return cursor_.is_sound(); }

 private:
  template <class T>
  static constexpr std::uint64_t kMax = std::numeric_limits<T>::max();

  ByteCursor cursor_;
  unsigned game_bytes_;  // 0: steps from one game to the next
  std::uint64_t game_ = 0;
};

// Calls `visit(key, head, body)` for each group of a block in ascending order of the keys, until it
// returns false. `body` are the `head.size` bytes after the head. Returns false if damage of the
// block is detected, or if `visit` did. Never reads outside of the block.
template <class Visit>
bool for_each_group(std::span<const std::uint8_t> block, const BlockLayout& layout,
                    std::uint32_t bucket, Visit visit) {
  if (block.size() < kOffsetsBytes) return false;
  std::size_t end_before = kOffsetsBytes;
  for (std::uint32_t sub_bucket = 0; sub_bucket < kSubBuckets; ++sub_bucket) {
    const auto offsets = block.subspan(sub_bucket * kOffsetBytes).first<2 * kOffsetBytes>();
    const auto place = read_place(offsets, block.size());
    if (!place || place->begin != end_before) return false;
    end_before = place->end;
    ByteCursor cursor(block.subspan(place->begin, place->end - place->begin));
    while (!cursor.at_end()) {
      const GroupHead head = read_head(cursor, layout);
      const std::span<const std::uint8_t> body = cursor.take(head.size);
      const PositionKey key = layout.key_of(bucket, sub_bucket, head.rest);
      if (!cursor.is_sound() || !visit(key, head, body)) return false;
    }
  }
  return end_before == block.size();
}

// Appends all postings of a block, sorted by key, game and ply. Returns false if damage of the
// block is detected. Never reads outside of the block.
bool read_block(std::span<const std::uint8_t> block, const BlockLayout& layout,
                std::uint32_t bucket, std::vector<StoredPosting>& postings);

// The checksum of a multiset of postings: the sum modulo 2^64 of a hash of known key, game, ply,
// move and result. The order does not matter, and the checksums of several multisets can be added.
class PostingChecksum {
 public:
  PostingChecksum() = default;
  explicit PostingChecksum(std::uint64_t value) : sum_(value) {}

  // Posting::game counts from `first`.
  void add(const Posting& posting, Outcome result, GameId first) {
    const auto key = static_cast<std::uint64_t>(stored_part(posting.key));
    const auto game = static_cast<std::uint64_t>(number_of(first) + posting.game);
    sum_ += mixed((key | posting.next) ^
                  mixed(game << 18 | std::uint64_t{posting.ply} << 2 | number_of(result)));
  }
  void add(const PostingChecksum& other) { sum_ += other.sum_; }

  std::uint64_t value() const { return sum_; }

  bool operator==(const PostingChecksum&) const = default;

 private:
  // Mixes all bits into each bit of the result (the last steps of MurmurHash3).
  static constexpr std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdULL;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return bits ^ bits >> 33;
  }

  std::uint64_t sum_ = 0;
};

// The count and the checksum of a multiset of postings.
struct PostingTotal {
  std::uint64_t count = 0;
  PostingChecksum checksum;

  // Like PostingChecksum::add.
  void add(const Posting& posting, Outcome result, GameId first) {
    checksum.add(posting, result, first);
    ++count;
  }
  void add(const PostingTotal& other) {
    count += other.count;
    checksum.add(other.checksum);
  }
  bool operator==(const PostingTotal&) const = default;
};

// Returns what one game adds to its segment. `postings` are those of its positions with
// repetitions, in any order, with Posting::game 0; they are sorted here.
PostingTotal game_total(std::span<Posting> postings, Outcome result, GameId game);

// The effect of the postings of a segment.
enum class SegmentKind : std::uint8_t {
  Games,      // added: the postings of its games
  Subtracted  // subtracted from all sums: its games were deleted
};

struct Segment {
  std::int64_t id = 0;
  SegmentKind kind = SegmentKind::Games;
  unsigned level = 0;
  GameId first_game{};
  std::uint64_t games = 0;     // the number of game numbers from first_game on, in use or not
  std::uint64_t deleted = 0;   // games deleted since it was made, in files of schema version 1
  std::uint64_t postings = 0;  // including those of games deleted since
  BlockLayout layout = {};
  std::uint64_t checksum = 0;  // PostingChecksum of its postings
  std::int64_t merge = 0;      // the segment into which it is being merged; 0: none

  bool operator==(const Segment&) const = default;
};

// Returns the row of a bucket in table `posting_block`.
constexpr std::int64_t block_row(const Segment& segment, std::uint32_t bucket) {
  return segment.id << kMaxBucketBits | bucket;
}

// Returns whether deleted games have segments of their own. In files of schema version 1, which are
// only read, Segment::deleted counts them.
bool has_subtracted_segments(const Connection& connection);

// Reads the segments of a kind by ascending first game; no game is in two of them. Throws
// DamageError if a row is impossible.
std::vector<Segment> read_segments(const Connection& connection,
                                   SegmentKind kind = SegmentKind::Games);

// Throws DamageError if a segment has games after the last game of the file. Takes 100 us, too long
// for every query.
void check_ends(const Connection& connection, std::span<const Segment> segments);

// Returns whether the index is the only one of `segments`, and a merge would not change it.
bool is_one_segment(const Connection& connection, std::span<const Segment> segments);

// Throws the DamageError of a block that is missing or invalid.
[[noreturn]] void fail_at_block(const Connection& connection, const Segment& segment,
                                std::uint32_t bucket);
// Throws the DamageError of a segment: "games.db: it is damaged (segment 3 of the position index:
// <what>); ...".
[[noreturn]] void fail_at_segment(const Connection& connection, const Segment& segment,
                                  std::string_view what);

// The number of neighbours of a class that are merged into one of the next class.
inline constexpr std::size_t kSegmentsPerMerge = 8;

// Returns the size class: 0 below 131,072 postings (about 1,500 games); each further class is eight
// times as large.
unsigned size_class(std::uint64_t postings);

// Returns neighbours among `segments`, which are of one kind, that should be merged next; nothing
// if there are none. Segments in an unfinished merge are skipped. After all merges, no segment
// follows one of a smaller class, and each class has fewer than eight. That is at most 35 segments
// in two million games. A posting is merged once per class, and once more if a file of many games
// follows small ones.
std::vector<Segment> next_merge(std::span<const Segment> segments);

// Makes blocks of sorted postings with a BlockWriter, and counts what they contain.
class BlockMaker {
 public:
  BlockMaker(const Segment& segment, std::span<const GameFacts> facts)
      : first_game_(segment.first_game), facts_(facts), writer_(segment.layout, facts) {}

  // Replaces `block`.
  void make(std::span<const Posting> postings, std::vector<std::uint8_t>& block);

  const PostingTotal& total() const { return total_; }

 private:
  GameId first_game_;
  std::span<const GameFacts> facts_;
  BlockWriter writer_;
  PostingTotal total_;
};

// Returns an unused number for a new segment.
std::int64_t new_segment_id(const Connection& connection);

// Writes inside the caller's transaction.
class SegmentWriter {
 public:
  // `segment` contains all but the totals. Continues at `next_bucket`.
  SegmentWriter(const Connection& connection, const Segment& segment,
                std::uint32_t next_bucket = 0);

  // Writes the block of the next bucket.
  void add(std::span<const std::uint8_t> block);

  // Writes the row. Precondition: all blocks were added.
  void finish(const PostingTotal& total);

 private:
  const Connection& connection_;
  Segment segment_;
  Statement insert_;
  std::uint32_t next_bucket_;
};

class SegmentReader {
 public:
  // `connection` must outlive this.
  SegmentReader(const Connection& connection, const Segment& segment);

  const Segment& segment() const { return segment_; }

  // Replaces `postings` by those of a bucket, sorted by key, game and ply; Posting::game counts
  // from segment().first_game. Returns false if the block is missing or damaged: `postings` are
  // those before the damage. About 25 ns per posting.
  bool read(std::uint32_t bucket, std::vector<StoredPosting>& postings);

  // Sets the bucket that next() reads.
  void go_to(std::uint32_t bucket) { next_bucket_ = bucket; }

  // Reads one bucket after the other. Returns false after the last one. Throws DamageError.
  bool next(std::vector<StoredPosting>& postings);

 private:
  const Connection& connection_;
  Segment segment_;
  Statement query_;
  std::uint32_t next_bucket_ = 0;
};

}  // namespace arbiter::sqlite
