#include "db/index/segment_writer.h"

#include <cassert>

namespace arbiter::db::index {
namespace {

constexpr std::string_view kLastSegment = "SELECT coalesce(max(id), 0) FROM segment";
constexpr std::string_view kAddBlock = "INSERT INTO posting_block (id, data) VALUES (?1, ?2)";
constexpr std::string_view kAddSegment =
    "INSERT INTO segment (id, level, first_game, games, deleted, postings, bucket_bits,"
    " game_bytes, checksum) VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8)";

}  // namespace

void BlockMaker::make(std::span<const Posting> postings, std::vector<std::uint8_t>& block) {
  for (const Posting& posting : postings) {
    total_.add(posting, facts_[posting.game].result, first_game_);
  }
  block.clear();
  writer_.write(postings, block);
}

SegmentWriter::SegmentWriter(const Connection& connection, const Segment& segment)
    : connection_(connection), segment_(segment), insert_(connection.prepare(kAddBlock)) {
  segment_.id = connection.integer(kLastSegment) + 1;
}

void SegmentWriter::add(std::span<const std::uint8_t> block) {
  insert_.bind(1, block_row(segment_, next_bucket_)).bind_blob(2, block).run();
  ++next_bucket_;
}

void SegmentWriter::finish(const PostingTotal& total) {
  assert(next_bucket_ == segment_.layout.buckets());
  connection_.prepare(kAddSegment)
      .bind(1, segment_.id)
      .bind(2, segment_.level)
      .bind(3, number_of(segment_.first_game))
      .bind(4, segment_.games)
      .bind(5, total.count)
      .bind(6, segment_.layout.bucket_bits)
      .bind(7, segment_.layout.game_bytes)
      .bind(8, total.checksum.value())
      .run();
}

}  // namespace arbiter::db::index
