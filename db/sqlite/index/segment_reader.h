// All postings of a segment, block by block.
#pragma once

#include <cstdint>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/index/posting_block.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

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
