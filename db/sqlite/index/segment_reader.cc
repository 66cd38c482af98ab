#include "db/sqlite/index/segment_reader.h"

#include <algorithm>

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kReadBlock = "SELECT data FROM posting_block WHERE id = ?1";

}  // namespace

SegmentReader::SegmentReader(const Connection& connection, const Segment& segment)
    : connection_(connection), segment_(segment), query_(connection.prepare(kReadBlock)) {}

bool SegmentReader::read(std::uint32_t bucket, std::vector<StoredPosting>& postings) {
  postings.clear();
  if (!query_.bind(1, block_row(segment_, bucket)).step()) return false;
  const bool is_sound = read_block(query_.blob(0), segment_.layout, bucket, postings);
  query_.reset();
  return is_sound && std::ranges::all_of(postings, [this](const StoredPosting& stored) {
           return stored.posting.game < segment_.games;
         });
}

bool SegmentReader::next(std::vector<StoredPosting>& postings) {
  if (next_bucket_ == segment_.layout.buckets()) return false;
  if (!read(next_bucket_, postings)) fail_at_block(connection_, segment_, next_bucket_);
  ++next_bucket_;
  return true;
}

}  // namespace arbiter::sqlite
