// A sorted part of the position index: its row, and where its blocks are (README.md, "Positions").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/ids.h"
#include "db/model/posting.h"
#include "db/sqlite/file/connection.h"

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

// All of a kind, by rising first game; those of games have none in common. Throws IoError where a
// row cannot be.
class SegmentList {
 public:
  explicit SegmentList(const Connection& connection);

  std::vector<Segment> read(SegmentKind kind = SegmentKind::Games);

 private:
  const Connection& connection_;
  Statement query_;
};

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

}  // namespace arbiter::sqlite
