// The byte format of index blocks, with readers for all forms and a writer for the current form
// (README.md, "Positions").
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/leb128.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"

namespace arbiter::sqlite {

// The minimum size of a group with stored sums.
inline constexpr std::size_t kSumsFrom = 256;

// A posting in a block, with only the stored bits of its key.
struct StoredPosting {
  Posting posting;
  Outcome result = Outcome::Unknown;

  bool operator==(const StoredPosting&) const = default;
};

// The byte range of a sub-bucket's groups in the block.
struct SubBucketPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The size of an offset. A block starts with the offsets of all sub-buckets and of its end.
inline constexpr std::size_t kOffsetBytes = 4;
constexpr std::size_t offsets_bytes(const BlockLayout& layout) {
  return kOffsetBytes * (layout.sub_buckets() + 1);
}

// Reads two adjacent offsets in a block of `block_size` bytes. Returns nothing if they are
// impossible.
std::optional<SubBucketPlace> read_place(std::span<const std::uint8_t, 2 * kOffsetBytes> offsets,
                                         const BlockLayout& layout, std::size_t block_size);

// A range of plies in packed postings, selected by a unary prefix. A number below `early` is the
// ply itself; otherwise `first` is added.
struct PlyRange {
  unsigned bits;
  unsigned first;
  unsigned early = 0;
};
inline constexpr std::array<PlyRange, 4> kPlyRanges = {{{6, 16}, {6, 64, 16}, {7, 128}, {16, 0}}};

inline constexpr unsigned kPostingMoveBits = 12;
inline constexpr unsigned kResultBits = 2;

// The number of moves in the cache of a packed group.
inline constexpr unsigned kRecentMoves = 8;

// The maximum size of a group stored inline among the heads of a packed sub-bucket. Larger groups
// have bodies.
inline constexpr unsigned kFewPostings = 16;

// Returns the Rice shift for the games of a group that is stored among the heads.
constexpr unsigned shift_of_few(unsigned game_bits, std::size_t postings) {
  const auto bits = static_cast<unsigned>(std::bit_width(postings));
  return game_bits > bits ? game_bits - bits : 0;
}

// The header of the postings of a key.
struct GroupHead {
  std::uint64_t rest = 0;  // rest of the key
  bool is_single = false;  // true if there is exactly one posting
  bool has_sums = false;   // true if the sums, preceded by their size, come before the postings
  std::uint64_t size = 0;  // size of the body in bytes
  // The number of postings stored among the heads of a packed sub-bucket; 0 if they have a body.
  unsigned packed = 0;
};

// The maximum number of bytes of an unpacked head and a single posting after it.
inline constexpr std::size_t kMaxHeadBytes = 24;

// Reads an unpacked head.
GroupHead read_head(ByteCursor& cursor, const BlockLayout& layout);

// A cursor over the postings of a group.
class GroupCursor {
 public:
  GroupCursor() = default;

  // Starts at a group with a body, which has `head.size` bytes.
  GroupCursor(const GroupHead& head, std::span<const std::uint8_t> body, const BlockLayout& layout);

  // Starts before the first head of a packed sub-bucket.
  GroupCursor(std::span<const std::uint8_t> heads, const BlockLayout& layout)
      : bits_(heads), game_bits_(layout.game_bits), is_packed_(true) {}

  // Returns the bytes of the sums, if there are any.
  const std::optional<std::span<const std::uint8_t>>& sums() const { return sums_; }

  // Returns an upper bound of the number of unread postings. For packed groups it is exact.
  std::size_t max_left() const { return is_packed_ ? left_ : bytes_.left() / kMinBytes; }

  // Reads the next posting, without its key. Returns false after the last posting, or if the bytes
  // are damaged (see is_sound()). Takes about 8 ns (a million in a row, 2026-11-26).
  bool next(StoredPosting& stored) {
    return is_packed_ ? next_of_bits(stored) : next_of_bytes(stored);
  }

  bool is_sound() const { return is_packed_ ? bits_.is_sound() : bytes_.is_sound(); }

  // Return the bits of a packed group, and start the next group in them.
  BitCursor& bits() { return bits_; }
  const BitCursor& bits() const { return bits_; }
  void start(const GroupHead& head) {
    left_ = head.packed;
    game_ = 0;
    known_moves_ = 0;
    is_single_ = head.is_single;
    if (!is_single_) shift_ = shift_of_few(game_bits_, head.packed);
  }

 private:
  template <class T>
  static constexpr std::uint64_t kMax = std::numeric_limits<T>::max();

  // The minimum number of bytes of game, move and ply, if they are not packed.
  static constexpr std::size_t kMinBytes = 4;
  // The minimum number of bits of game, ply, move and result.
  static constexpr unsigned kMinBits = 1 + 1 + 1 + kResultBits;

  bool next_of_bytes(StoredPosting& stored) {
    if (bytes_.at_end()) return false;
    const std::uint64_t step = is_single_ ? bytes_.fixed(game_bits_ / 8) : bytes_.number();
    const auto bits = static_cast<unsigned>(bytes_.fixed(2));
    const std::uint64_t ply = bytes_.number() << 2 | bits >> 14;
    const std::optional<std::uint16_t> move = move_of_posting(bits & 0xfff);
    game_ += step;
    if (step > kMax<std::uint32_t> || game_ > kMax<std::uint32_t> || ply > kMax<std::uint16_t> ||
        !move) {
      bytes_.fail();
    }
    if (!bytes_.is_sound()) return false;
    stored.posting.game = static_cast<std::uint32_t>(game_);
    stored.posting.ply = static_cast<std::uint16_t>(ply);
    stored.posting.next = *move;
    stored.result = outcome_of(bits >> 12);
    return true;
  }

  bool next_of_bits(StoredPosting& stored) {
    if (left_ == 0) return false;
    --left_;
    if (!is_single_) game_ += bits_.rice(shift_);
    PeekedBits bits{bits_.peek()};
    if (is_single_) {
      game_ = bits.take(game_bits_);
      if (game_bits_ > kMaxPeekedGameBits) {
        bits_.skip(bits.taken);
        bits = {bits_.peek()};
      }
    }
    if (known_moves_ == 0 || bits.take(1) == 0) ply_ = read_ply(bits);
    const bool is_known = read_move(bits);
    stored.result = outcome_of(static_cast<unsigned>(bits.take(kResultBits)));
    bits_.skip(bits.taken);
    if (game_ > kMax<std::uint32_t> || !is_known) bits_.fail();
    if (!bits_.is_sound()) return left_ = 0, false;
    stored.posting.game = static_cast<std::uint32_t>(game_);
    stored.posting.ply = ply_;
    stored.posting.next = moves_.front();
    return true;
  }

  // The maximum number of bits of a game number that is peeked together with a single posting's
  // rest. The rest has at most 33 bits.
  static constexpr unsigned kMaxPeekedGameBits = 57 - 33;

  // The bits of a posting after its game, at most 42.
  struct PeekedBits {
    std::uint64_t bits;
    unsigned taken = 0;

    std::uint64_t take(unsigned count) {
      const std::uint64_t value = bits & ((std::uint64_t{1} << count) - 1);
      bits >>= count;
      taken += count;
      return value;
    }
    // Reads zero bits and the set bit after them. After `most` zeros, there is no set bit.
    unsigned take_zeros(unsigned most) {
      const auto zeros = static_cast<unsigned>(std::countr_zero(bits | std::uint64_t{1} << most));
      take(zeros < most ? zeros + 1 : zeros);
      return zeros;
    }
  };

  static std::uint16_t read_ply(PeekedBits& bits) {
    const PlyRange range = kPlyRanges[bits.take_zeros(kPlyRanges.size() - 1)];
    const auto ply = static_cast<unsigned>(bits.take(range.bits));
    return static_cast<std::uint16_t>(ply + (ply < range.early ? 0 : range.first));
  }

  // Reads a move, and makes it the most recent one in the cache. Returns false if the move does not
  // exist.
  bool read_move(PeekedBits& bits) {
    const unsigned place = bits.take_zeros(known_moves_);
    std::uint16_t move = moves_[place % kRecentMoves];
    if (place == known_moves_) {
      const auto number = static_cast<unsigned>(bits.take(kPostingMoveBits));
      move = posting_moves::kMoves[number];
      if (known_moves_ < kRecentMoves) ++known_moves_;
    }
    for (unsigned i = std::min(place, kRecentMoves - 1); i > 0; --i) moves_[i] = moves_[i - 1];
    moves_.front() = move;
    return move != posting_moves::kNoMove;
  }

  ByteCursor bytes_{std::span<const std::uint8_t>()};
  BitCursor bits_;
  std::optional<std::span<const std::uint8_t>> sums_;
  std::uint64_t left_ = 0;  // number of unread postings, if packed
  std::uint64_t game_ = 0;
  unsigned game_bits_ = 0;
  unsigned shift_ = 0;  // shift of the Rice codes of games
  unsigned known_moves_ = 0;
  std::array<std::uint16_t, kRecentMoves> moves_{};  // the most recent first
  std::uint16_t ply_ = 0;
  bool is_packed_ = false;
  bool is_single_ = false;
};

// The byte range of the heads in a packed sub-bucket. The bodies follow them.
struct HeadsPlace {
  unsigned shift = 0;  // shift of the Rice codes of keys
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Reads the place of the heads from the first bytes of a sub-bucket of `size` bytes. Returns
// nothing if the place is impossible.
std::optional<HeadsPlace> read_heads_place(std::span<const std::uint8_t> start,
                                           const BlockLayout& layout, std::size_t size);

// A reader of the heads in a packed sub-bucket.
class PackedHeads {
 public:
  PackedHeads(std::span<const std::uint8_t> heads, unsigned shift, const BlockLayout& layout)
      : postings_(heads, layout), rest_bits_(layout.rest_bits()), shift_(shift) {}

  // Reads the next head, and skips unread postings of the previous group. Returns false after the
  // last head, or if the bits are damaged.
  bool next(GroupHead& head);

  // Returns the postings of the last group, if stored among the heads.
  GroupCursor& postings() { return postings_; }

  bool is_sound() const { return postings_.is_sound(); }

 private:
  // The minimum number of bits of a head. Fewer remaining bits are padding of the last byte.
  static constexpr unsigned kMinHeadBits = 8;

  GroupCursor postings_;
  unsigned rest_bits_;
  unsigned shift_;
  std::uint64_t rest_ = 0;
};

// Calls `visit(rest, postings)` for each group of a sub-bucket that is not packed. Returns false if
// damage is detected, or if `visit` returned false.
template <class Visit>
bool for_each_group_of_bytes(std::span<const std::uint8_t> part, const BlockLayout& layout,
                             Visit visit) {
  ByteCursor cursor(part);
  while (!cursor.at_end()) {
    const GroupHead head = read_head(cursor, layout);
    GroupCursor postings(head, cursor.take(head.size), layout);
    if (!cursor.is_sound() || !visit(head.rest, postings)) return false;
  }
  return true;
}

// Calls `visit(rest, postings)` for each group of a packed sub-bucket. Returns false if damage is
// detected, or if `visit` returned false.
template <class Visit>
bool for_each_packed_group(std::span<const std::uint8_t> part, const BlockLayout& layout,
                           Visit visit) {
  if (part.empty()) return true;
  const auto place = read_heads_place(part, layout, part.size());
  if (!place) return false;
  PackedHeads heads(part.subspan(place->begin, place->end - place->begin), place->shift, layout);
  ByteCursor bodies(part.subspan(place->end));
  GroupHead head;
  while (heads.next(head)) {
    if (head.packed != 0) {
      if (!visit(head.rest, heads.postings())) return false;
    } else {
      GroupCursor postings(head, bodies.take(head.size), layout);
      if (!bodies.is_sound() || !visit(head.rest, postings)) return false;
    }
  }
  return heads.is_sound() && bodies.at_end();
}

// Calls `visit(key, postings)` with a GroupCursor for each group of a block, in ascending order of
// the keys, until it returns false. Returns false if damage is detected, or if `visit` returned
// false. Never reads outside of the block.
template <class Visit>
bool for_each_group(std::span<const std::uint8_t> block, const BlockLayout& layout,
                    std::uint32_t bucket, Visit visit) {
  if (block.size() < offsets_bytes(layout)) return false;
  std::size_t end_before = offsets_bytes(layout);
  for (std::uint32_t sub_bucket = 0; sub_bucket < layout.sub_buckets(); ++sub_bucket) {
    const auto offsets = block.subspan(sub_bucket * kOffsetBytes).first<2 * kOffsetBytes>();
    const auto place = read_place(offsets, layout, block.size());
    if (!place || place->begin != end_before) return false;
    end_before = place->end;
    const auto part = block.subspan(place->begin, place->end - place->begin);
    const auto visit_group = [&](std::uint64_t rest, GroupCursor& postings) {
      return visit(layout.key_of(bucket, sub_bucket, rest), postings);
    };
    const bool is_sound = layout.is_packed() ? for_each_packed_group(part, layout, visit_group)
                                             : for_each_group_of_bytes(part, layout, visit_group);
    if (!is_sound) return false;
  }
  return end_before == block.size();
}

// Appends all postings of a block, sorted by key, game and ply. Returns false if damage is
// detected, or if `postings` would exceed `most`. Never reads outside of the block.
bool read_block(std::span<const std::uint8_t> block, const BlockLayout& layout,
                std::uint32_t bucket, std::uint64_t most, std::vector<StoredPosting>& postings);

// A writer of the packed block of one bucket. Results and sums come from `facts`, by Posting::game.
// Takes 15 ns per posting (4 million, 2026-11-21). Precondition: all `postings` are in the bucket,
// have keys reduced to their stored bits, and are sorted by key, game and ply.
class BlockWriter {
 public:
  // Precondition: layout.is_packed().
  BlockWriter(const BlockLayout& layout, std::span<const GameFacts> facts);

  void write(std::span<const Posting> postings, std::vector<std::uint8_t>& bytes);

 private:
  // Writes a sub-bucket. `groups` is the number of distinct keys.
  void write_sub_bucket(std::span<const Posting> postings, std::size_t groups,
                        std::vector<std::uint8_t>& bytes);
  // The put functions take and return the BitWriter by value, so that it stays in registers.
  BitWriter put_group(std::span<const Posting> group, BitWriter bits);
  BitWriter put_postings(std::span<const Posting> group, unsigned shift, BitWriter bits) const;
  // Appends the body of a group, and returns its size.
  std::size_t add_body(std::span<const Posting> group);

  BlockLayout layout_;
  std::span<const GameFacts> facts_;
  // Results of all games, which fit in the cache better than facts_.
  std::vector<std::uint8_t> results_;
  std::vector<std::uint8_t> heads_;  // heads of the current sub-bucket, with space after them
  std::vector<std::uint8_t> bodies_;
};

}  // namespace arbiter::sqlite
