// Postings: occurrences of positions in games, as stored in the index (README.md, "Positions").
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/position_sums.h"
#include "lib/chess/position_key.h"

namespace arbiter {

// The first occurrence of a position in the main line of a game. It takes only 16 bytes, because a
// batch has millions of postings.
struct Posting {
  PositionKey key{};
  std::uint32_t game = 0;  // relative to the first game of the batch or segment
  std::uint16_t next = 0;  // Move::bits of the next move; 0 if the game ended
  std::uint16_t ply = 0;   // number of half-moves before the position; 0 is the initial position

  bool operator==(const Posting&) const = default;
};

static_assert(sizeof(Posting) == 16);

// The number of upper key bits that a segment stores. With ten million games, one lookup in half a
// million finds a wrong position.
inline constexpr unsigned kStoredKeyBits = 48;

inline constexpr unsigned kMaxBucketBits = 24;

// Returns the key reduced to the bits that segments store.
constexpr PositionKey stored_part(PositionKey key) {
  constexpr std::uint64_t kUnknown = ~std::uint64_t{0} >> kStoredKeyBits;
  return static_cast<PositionKey>(static_cast<std::uint64_t>(key) & ~kUnknown);
}

// The form of a segment's blocks (README.md, "Positions"), and its number in column `sums`.
enum class BlockForm : std::uint8_t { YearRanges = 1, YearCounts = 2, Packed = 3 };

// The layout of a segment's keys and blocks. A key consists of, from the top: its bucket, its
// sub-bucket, its rest, and bits that are not stored.
struct BlockLayout {
  unsigned bucket_bits = 0;            // 0 to kMaxBucketBits
  unsigned game_bits = 32;             // 1 to 32; a multiple of 8 unless the blocks are packed
  BlockForm form = BlockForm::Packed;  // the only form that this version writes

  constexpr SumsForm sums() const {
    return form == BlockForm::YearRanges ? SumsForm::YearRange : SumsForm::YearCounts;
  }
  constexpr bool is_packed() const { return form == BlockForm::Packed; }
  constexpr std::uint32_t buckets() const { return std::uint32_t{1} << bucket_bits; }
  constexpr std::uint32_t sub_buckets() const { return std::uint32_t{1} << sub_bucket_bits(); }
  constexpr unsigned rest_bits() const { return kStoredKeyBits - sub_bucket_bits() - bucket_bits; }
  // Returns the size in bytes of a rest together with one more bit. Precondition: the blocks are
  // not packed.
  constexpr unsigned rest_bytes() const { return (rest_bits() + 8) / 8; }
  constexpr unsigned game_bytes() const { return (game_bits + 7) / 8; }

  constexpr std::uint32_t bucket_of(PositionKey key) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) >> 40 >> (24 - bucket_bits));
  }
  constexpr std::uint32_t sub_bucket_of(PositionKey key) const {
    return upper_bits_of(key) & (sub_buckets() - 1);
  }
  constexpr std::uint64_t rest_of(PositionKey key) const {
    return static_cast<std::uint64_t>(key) >> (64 - kStoredKeyBits) &
           ((std::uint64_t{1} << rest_bits()) - 1);
  }
  // Returns the stored part of the key that consists of these parts.
  constexpr PositionKey key_of(std::uint32_t bucket, std::uint32_t sub_bucket,
                               std::uint64_t rest) const {
    const std::uint64_t upper = std::uint64_t{bucket} << sub_bucket_bits() | sub_bucket;
    return static_cast<PositionKey>((upper << rest_bits() | rest) << (64 - kStoredKeyBits));
  }

  bool operator==(const BlockLayout&) const = default;

 private:
  constexpr unsigned sub_bucket_bits() const { return is_packed() ? 8 : 9; }
  constexpr std::uint32_t upper_bits_of(PositionKey key) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) >>
                                      (64 - sub_bucket_bits() - bucket_bits));
  }
};

// Returns the number of bits for the game numbers of `games` games.
constexpr unsigned game_bits_of(std::uint64_t games) {
  return static_cast<unsigned>(std::bit_width(games < 2 ? std::uint64_t{1} : games - 1));
}

// The maximum number of postings in a block with evenly distributed keys: about 150 KB. Compaction
// makes blocks of twice this size. A trade-off: SQLite wastes 5 KB per row on average, and a query
// reads half a block on average.
inline constexpr std::uint64_t kBlockPostings = 24'576;
inline constexpr std::uint64_t kCompactBlockPostings = 2 * kBlockPostings;

// Returns the layout of a new segment with this number of postings and games.
BlockLayout layout_for(std::uint64_t postings, std::uint64_t games,
                       std::uint64_t block_postings = kBlockPostings);

namespace posting_moves {

// The Move::bits of each number, or kNoMove.
inline constexpr std::uint16_t kNoMove = 0xffff;
extern const std::array<std::uint16_t, 4096> kMoves;

inline constexpr unsigned kSquareBits = 0xfff;  // origin and target, as in Move::bits

// Returns the number of a promotion, castling or en passant capture.
std::uint16_t number_of_rare(std::uint16_t move);

}  // namespace posting_moves

// Returns the number of a move, which identifies it by twelve bits without its position. `move` is
// the Move::bits of a move that is possible in some position; 0 (no move) maps to 0. Takes about 1
// ns, or 10 ns for promotions, castling and en passant.
inline std::uint16_t posting_move(std::uint16_t move) {
  return move <= posting_moves::kSquareBits ? move : posting_moves::number_of_rare(move);
}

// Returns the move with this number, if there is one. Precondition: `number` is below 4096.
inline std::optional<std::uint16_t> move_of_posting(unsigned number) {
  const std::uint16_t move = posting_moves::kMoves[number];
  if (move == posting_moves::kNoMove) return std::nullopt;
  return move;
}

// Postings grouped by the bucket of their key, in stable order.
class PostingBuckets {
 public:
  // Copies the postings, on up to `jobs` threads. Takes 19 ns per posting (4 million, one thread,
  // 2026-11-21).
  void fill(std::span<const Posting> postings, const BlockLayout& layout, unsigned jobs);

  // Returns the postings of a bucket, which are valid until the next call of fill().
  std::span<const Posting> bucket(std::uint32_t index) const {
    return std::span(all_).subspan(starts_[index], starts_[index + 1] - starts_[index]);
  }

 private:
  std::vector<Posting> all_;         // reused memory
  std::vector<std::size_t> starts_;  // start of each bucket, and the end of the last
};

// Sorts postings by key, game and ply in place; BucketSorter is faster.
void sort_in_place(std::span<Posting> postings);

// A sorter for the postings of a bucket. Its results are valid until the next call. Takes about 20
// ns per posting, even with frequent keys.
class BucketSorter {
 public:
  // Returns the postings sorted by key, game and ply.
  std::span<const Posting> sorted(std::span<const Posting> postings, const BlockLayout& layout);

  // Returns only the first occurrence of each position in a game, with keys reduced to their stored
  // bits.
  std::span<const Posting> first_occurrences(std::span<const Posting> postings,
                                             const BlockLayout& layout);

 private:
  static constexpr unsigned kDigitBits = 12;

  void sort(std::span<const Posting> postings, const BlockLayout& layout);

  std::vector<Posting> sorted_;
  std::array<std::uint32_t, (1U << kDigitBits) + 1> ends_{};
};

}  // namespace arbiter
