// Which bits of a key say where its postings are (README.md, "Positions").
#pragma once

#include <cstdint>

#include "db/model/position_sums.h"
#include "lib/chess/position_key.h"

namespace arbiter {

// A segment knows this many upper bits of a key: among the positions of ten million
// games one look-up in half a million finds another one beside it, or instead.
inline constexpr unsigned kKnownKeyBits = 48;

inline constexpr unsigned kSubBucketBits = 9;
inline constexpr unsigned kSubBuckets = 1U << kSubBucketBits;
inline constexpr unsigned kMaxBucketBits = 24;

// A key without the bits that no segment knows.
constexpr PositionKey known_part(PositionKey key) {
  constexpr std::uint64_t kUnknown = ~std::uint64_t{0} >> kKnownKeyBits;
  return static_cast<PositionKey>(static_cast<std::uint64_t>(key) & ~kUnknown);
}

// How a segment cuts keys, and how it writes games and sums. A key is, from the top: its
// bucket, its sub-bucket, its rest, and what is not known.
struct BlockLayout {
  unsigned bucket_bits = 0;              // 0 to kMaxBucketBits
  unsigned game_bytes = 4;               // 1 to 4
  SumsForm sums = SumsForm::YearCounts;  // the only form that is written

  constexpr std::uint32_t buckets() const { return std::uint32_t{1} << bucket_bits; }
  constexpr unsigned rest_bits() const { return kKnownKeyBits - kSubBucketBits - bucket_bits; }
  // Of a rest, and of a bit beside it.
  constexpr unsigned rest_bytes() const { return (rest_bits() + 8) / 8; }

  constexpr std::uint32_t bucket_of(PositionKey key) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) >> 40 >> (24 - bucket_bits));
  }
  constexpr std::uint32_t sub_bucket_of(PositionKey key) const {
    return upper_bits_of(key) & (kSubBuckets - 1);
  }
  constexpr std::uint64_t rest_of(PositionKey key) const {
    return static_cast<std::uint64_t>(key) >> (64 - kKnownKeyBits) &
           ((std::uint64_t{1} << rest_bits()) - 1);
  }
  // The known part of the key that was cut so.
  constexpr PositionKey key_of(std::uint32_t bucket, std::uint32_t sub_bucket,
                               std::uint64_t rest) const {
    const std::uint64_t upper = std::uint64_t{bucket} << kSubBucketBits | sub_bucket;
    return static_cast<PositionKey>((upper << rest_bits() | rest) << (64 - kKnownKeyBits));
  }

  bool operator==(const BlockLayout&) const = default;

 private:
  constexpr std::uint32_t upper_bits_of(PositionKey key) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) >>
                                      (64 - kSubBucketBits - bucket_bits));
  }
};

// For so many postings of so many games.
BlockLayout layout_for(std::uint64_t postings, std::uint64_t games);

}  // namespace arbiter
