// A sorted part of the position index: its row, and where its blocks are (README.md, "Positions").
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "db/index/block_layout.h"
#include "db/model/ids.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::index {

struct Segment {
  std::int64_t id = 0;
  unsigned level = 0;
  GameId first_game{};
  std::uint64_t games = 0;     // numbers from first_game on, whether there is such a game or not
  std::uint64_t deleted = 0;   // games that were deleted since it was made
  std::uint64_t postings = 0;  // those of games deleted since included
  BlockLayout layout;
  std::uint64_t checksum = 0;  // PostingChecksum of its postings

  bool operator==(const Segment&) const = default;
};

// The row of a bucket in table `posting_block`.
constexpr std::int64_t block_row(const Segment& segment, std::uint32_t bucket) {
  return segment.id << kMaxBucketBits | bucket;
}

// All of them, by rising games, which no two have in common. Throws IoError where a row
// cannot be.
class SegmentList {
 public:
  explicit SegmentList(const Connection& connection);

  std::vector<Segment> read();

 private:
  const Connection& connection_;
  Statement query_;
};

// Throws the IoError for a block whose bytes cannot be, or that is not there.
[[noreturn]] void fail_at_block(const Connection& connection, const Segment& segment,
                                std::uint32_t bucket);
// The same for what is about a segment: "games.db: it is damaged (segment 3 of the position
// index: <what>); ...".
[[noreturn]] void fail_at_segment(const Connection& connection, const Segment& segment,
                                  std::string_view what);

}  // namespace arbiter::db::index
