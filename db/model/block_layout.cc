#include "db/model/block_layout.h"

#include <algorithm>
#include <bit>

namespace arbiter {
namespace {

// Postings of a block where keys fall evenly. About 130 KB: SQLite leaves 5 KB of a row's last
// pages empty on average.
constexpr std::uint64_t kBlockPostings = 16384;

}  // namespace

BlockLayout layout_for(std::uint64_t postings, std::uint64_t games) {
  const std::uint64_t blocks = (postings + kBlockPostings - 1) / kBlockPostings;
  const auto bucket_bits = blocks <= 1 ? 0 : static_cast<unsigned>(std::bit_width(blocks - 1));
  const auto game_bits =
      static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(games, 2) - 1));
  return {.bucket_bits = std::min(bucket_bits, kMaxBucketBits), .game_bytes = (game_bits + 7) / 8};
}

}  // namespace arbiter
