// A sorted part of the position index: its row, and where its blocks are (README.md, "Positions").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/block_layout.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/index/posting_block.h"

namespace arbiter::sqlite {

// What a segment's postings count for.
enum class SegmentKind : std::uint8_t {
  Games,      // they are those of its games
  Subtracted  // its games were deleted: they are taken away from what the others come to
};

struct Segment {
  std::int64_t id = 0;
  SegmentKind kind = SegmentKind::Games;
  unsigned level = 0;
  GameId first_game{};
  std::uint64_t games = 0;     // numbers from first_game on, whether there is such a game or not
  std::uint64_t deleted = 0;   // games deleted since it was made, in files of schema version 1
  std::uint64_t postings = 0;  // those of games deleted since included
  BlockLayout layout = {};
  std::uint64_t checksum = 0;  // PostingChecksum of its postings
  std::int64_t merge = 0;      // the segment that it is being merged into; 0: none

  bool operator==(const Segment&) const = default;
};

// The row of a bucket in table `posting_block`.
constexpr std::int64_t block_row(const Segment& segment, std::uint32_t bucket) {
  return segment.id << kMaxBucketBits | bucket;
}

// Whether deleted games have segments of their own. In files of schema version 1, which are only
// read, Segment::deleted counts them.
bool has_subtracted_segments(const Connection& connection);

// Reads the segments of a kind by ascending first game; no game is in two of them. Throws
// DamageError if a row is impossible.
std::vector<Segment> read_segments(const Connection& connection,
                                   SegmentKind kind = SegmentKind::Games);

// Throws IoError where one has games beyond the last that there is or was, which is too dear to ask
// for every question: 100 us.
void check_ends(const Connection& connection, std::span<const Segment> segments);

// Whether one of `segments`, those of games, is all there is, and has nothing that a merge would
// leave out or write otherwise.
bool is_one_segment(const Connection& connection, std::span<const Segment> segments);

// Throws the IoError for a block whose bytes cannot be, or that is not there.
[[noreturn]] void fail_at_block(const Connection& connection, const Segment& segment,
                                std::uint32_t bucket);
// The same for what is about a segment: "games.db: it is damaged (segment 3 of the position
// index: <what>); ...".
[[noreturn]] void fail_at_segment(const Connection& connection, const Segment& segment,
                                  std::string_view what);

// So many neighbours of a class become one of the next.
inline constexpr std::size_t kSegmentsPerMerge = 8;

// 0 below 131,072 postings (about 1,500 games); each further class is eight times as large.
unsigned size_class(std::uint64_t postings);

// What is worth merging among `segments`, which are of one kind: neighbours; nothing: none are.
// Those that are being merged already are left alone. Where nothing is left to merge, no segment
// comes after a smaller class, and there are fewer than eight of a class: at most 35 in two million
// games. A posting goes through one merge a class, and through one more at the most where a file of
// many games comes after small ones.
std::vector<Segment> next_merge(std::span<const Segment> segments);

// Makes blocks of ordered postings, as BlockWriter does, and adds up what is in them.
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

// A number for a new segment, above those that are in use.
std::int64_t new_segment_id(const Connection& connection);

// Inside the caller's transaction.
class SegmentWriter {
 public:
  // `segment` says all but the totals. Goes on at `next_bucket`.
  SegmentWriter(const Connection& connection, const Segment& segment,
                std::uint32_t next_bucket = 0);

  // The next bucket's block.
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

  // Replaces `postings` by those of a bucket, by rising key, game and ply; Posting::game counts
  // from segment().first_game. False where the block is missing or damaged in a way that
  // shows: `postings` are those before the damage. About 25 ns a posting.
  bool read(std::uint32_t bucket, std::vector<StoredPosting>& postings);

  // Where next() goes on.
  void go_to(std::uint32_t bucket) { next_bucket_ = bucket; }

  // The same for one bucket after the other. False behind the last one. Throws IoError
  // where a block is damaged.
  bool next(std::vector<StoredPosting>& postings);

 private:
  const Connection& connection_;
  Segment segment_;
  Statement query_;
  std::uint32_t next_bucket_ = 0;
};

}  // namespace arbiter::sqlite
