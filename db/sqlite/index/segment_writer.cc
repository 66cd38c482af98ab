#include "db/sqlite/index/segment_writer.h"

#include <fmt/format.h>

#include <cassert>
#include <limits>

#include "db/model/damage.h"
#include "db/sqlite/index/merge_policy.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kLastSegment =
    "SELECT max(coalesce((SELECT max(id) FROM segment), 0),"
    " coalesce((SELECT max(id) FROM merge), 0), coalesce((SELECT max(id) FROM remains), 0))";
constexpr std::string_view kAddBlock = "INSERT INTO posting_block (id, data) VALUES (?1, ?2)";
constexpr std::string_view kAddSegment =
    "INSERT INTO segment (id, level, first_game, games, postings, bucket_bits, game_bytes,"
    " checksum, sums, is_subtracted, merge) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 2, ?9, 0)";

}  // namespace

void BlockMaker::make(std::span<const Posting> postings, std::vector<std::uint8_t>& block) {
  for (const Posting& posting : postings) {
    total_.add(posting, facts_[posting.game].result, first_game_);
  }
  block.clear();
  writer_.write(postings, block);
}

std::int64_t new_segment_id(const Connection& connection) {
  // Its blocks have greater numbers still.
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() >> kMaxBucketBits;
  const std::int64_t last = connection.integer(kLastSegment);
  if (last < 0 || last >= kMost) {
    throw DamageError(connection.path(),
                      fmt::format("segment {} of the position index: its row is invalid", last),
                      "the games are not affected; `arbiter compact` rebuilds the index");
  }
  return last + 1;
}

SegmentWriter::SegmentWriter(const Connection& connection, const Segment& segment,
                             std::uint32_t next_bucket)
    : connection_(connection),
      segment_(segment),
      insert_(connection.prepare(kAddBlock)),
      next_bucket_(next_bucket) {}

void SegmentWriter::add(std::span<const std::uint8_t> block) {
  insert_.bind(1, block_row(segment_, next_bucket_)).bind_blob(2, block).run();
  ++next_bucket_;
}

void SegmentWriter::finish(const PostingTotal& total) {
  assert(next_bucket_ == segment_.layout.buckets());
  connection_.prepare(kAddSegment)
      .bind(1, segment_.id)
      .bind(2, size_class(total.count))
      .bind(3, number_of(segment_.first_game))
      .bind(4, segment_.games)
      .bind(5, total.count)
      .bind(6, segment_.layout.bucket_bits)
      .bind(7, segment_.layout.game_bytes)
      .bind(8, total.checksum.value())
      .bind(9, segment_.kind == SegmentKind::Subtracted ? 1 : 0)
      .run();
}

}  // namespace arbiter::sqlite
