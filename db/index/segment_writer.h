// Writes a segment, block by block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/index/posting_block.h"
#include "db/index/posting_checksum.h"
#include "db/index/segment.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::index {

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

// Inside the caller's transaction.
class SegmentWriter {
 public:
  // `segment` says level, games and layout; it gets a number above those that are in use.
  SegmentWriter(const Connection& connection, const Segment& segment);

  // The next bucket's block.
  void add(std::span<const std::uint8_t> block);

  // Writes the row. Precondition: all blocks were added.
  void finish(const PostingTotal& total);

 private:
  const Connection& connection_;
  Segment segment_;
  Statement insert_;
  std::uint32_t next_bucket_ = 0;
};

}  // namespace arbiter::db::index
