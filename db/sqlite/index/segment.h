// Segments, the sorted parts of the position index: their rows, and readers and writers of their
// blocks (README.md, "Positions").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/index/posting_block.h"

namespace arbiter::sqlite {

// The checksum of a multiset of postings. It is the sum modulo 2^64 of hashes of stored key bits,
// game, ply, move and result. It is independent of the order, and checksums of several multisets
// can be added.
class PostingChecksum {
 public:
  PostingChecksum() = default;
  explicit PostingChecksum(std::uint64_t value) : sum_(value) {}

  // Posting::game is relative to `first`.
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
  // Returns a hash of the bits (the finalizer of MurmurHash3).
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

// Returns the contribution of one game to its segment. `postings` are those of all positions
// including repetitions, in any order, with Posting::game 0; they are sorted in place.
PostingTotal game_total(std::span<Posting> postings, Outcome result, GameId game);

// How a segment's postings count.
enum class SegmentKind : std::uint8_t {
  Games,      // the postings of the games are added
  Subtracted  // the postings are subtracted from all sums, because the games were deleted
};

struct Segment {
  std::int64_t id = 0;
  SegmentKind kind = SegmentKind::Games;
  unsigned level = 0;
  GameId first_game{};
  std::uint64_t games = 0;  // number of game numbers from first_game on
  // Number of games deleted since it was made, in files of schema version 1.
  std::uint64_t deleted = 0;
  std::uint64_t postings = 0;  // includes the postings of games that were deleted since
  BlockLayout layout = {};
  std::uint64_t checksum = 0;  // PostingChecksum of the postings
  std::int64_t merge = 0;      // the segment into which it is being merged; 0 if none

  bool operator==(const Segment&) const = default;
};

// Returns the row of a bucket in table `posting_block`.
constexpr std::int64_t block_row(const Segment& segment, std::uint32_t bucket) {
  return segment.id << kMaxBucketBits | bucket;
}

// Returns whether deleted games have their own segments. In files of schema version 1, which are
// only read, Segment::deleted counts deleted games instead.
bool has_subtracted_segments(const Connection& connection);

// Reads the segments of a kind in ascending order of their first game. No game is in two of them.
// Throws DamageError if a row is impossible.
std::vector<Segment> read_segments(const Connection& connection,
                                   SegmentKind kind = SegmentKind::Games);

// Throws DamageError if a segment has games after the last game of the file. Takes 100 us, which is
// too long for every query.
void check_ends(const Connection& connection, std::span<const Segment> segments);

// Returns whether `segments` is the single segment of the index, and a merge would not change it.
bool is_one_segment(const Connection& connection, std::span<const Segment> segments);

// Throws a DamageError.
[[noreturn]] void fail_at_block(const Connection& connection, const Segment& segment,
                                std::uint32_t bucket);
// Throws a DamageError for a segment, such as "games.db: it is damaged (segment 3 of the position
// index: <what>); ...".
[[noreturn]] void fail_at_segment(const Connection& connection, const Segment& segment,
                                  std::string_view what);

// The number of adjacent segments of a class that are merged into one segment of the next class.
inline constexpr std::size_t kSegmentsPerMerge = 8;

// Returns the size class. It is 0 below 131,072 postings (about 1,500 games), and each further
// class is eight times as large.
unsigned size_class(std::uint64_t postings);

// Returns the adjacent segments among `segments` that should be merged next; empty if there are
// none. Segments in an unfinished merge are skipped. After all merges, no segment follows one of a
// smaller class, and each class has fewer than eight segments. That is at most 35 segments for two
// million games. A posting is merged once per class, and once more if a file with many games
// follows small ones. Precondition: all segments are of the same kind.
std::vector<Segment> next_merge(std::span<const Segment> segments);

// Makes blocks from sorted postings with a BlockWriter, and counts their contents.
class BlockMaker {
 public:
  BlockMaker(const Segment& segment, std::span<const GameFacts> facts)
      : first_game_(segment.first_game), facts_(facts), writer_(segment.layout, facts) {}

  // Replaces `block` with the block of `postings`.
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

// A writer of a segment, inside the caller's transaction.
class SegmentWriter {
 public:
  // Continues at `next_bucket`. `segment` contains everything except the totals.
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
  // `connection` must outlive the reader.
  SegmentReader(const Connection& connection, const Segment& segment);

  const Segment& segment() const { return segment_; }

  // Replaces `postings` with those of a bucket, sorted by key, game and ply. Posting::game is
  // relative to segment().first_game. Returns false if the block is missing or damaged; `postings`
  // then contains those before the damage. Takes about 25 ns per posting.
  bool read(std::uint32_t bucket, std::vector<StoredPosting>& postings);

  // Sets the bucket that next() reads.
  void go_to(std::uint32_t bucket) { next_bucket_ = bucket; }

  // Reads one bucket after another. Returns false after the last bucket. Throws DamageError.
  bool next(std::vector<StoredPosting>& postings);

 private:
  const Connection& connection_;
  Segment segment_;
  Statement query_;
  std::uint32_t next_bucket_ = 0;
};

}  // namespace arbiter::sqlite
