// Writes a segment, block by block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/index/posting_block.h"
#include "db/sqlite/index/posting_checksum.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

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

}  // namespace arbiter::sqlite
