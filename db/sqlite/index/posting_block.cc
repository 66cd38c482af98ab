#include "db/sqlite/index/posting_block.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace arbiter::sqlite {
namespace {

// The maximum number of bytes of a packed posting with its head. A code has on average at most 2
// bits more than its shift and its one.
constexpr std::size_t kMaxPostingBytes = 24;

// The maximum number of bits of a packed posting without its game.
constexpr unsigned kMaxBitsAfterGame = 42;
constexpr std::size_t kBitWriterSpace = 8;

// The mask of the shift in the first byte of a packed sub-bucket.
constexpr unsigned kShiftMask = 0x3f;
constexpr unsigned kHasBodies = 0x40;

// The number of bits for the group size, minus two, of a group stored among the heads.
constexpr unsigned kCountBits = 4;
constexpr unsigned kHasBody = (1U << kCountBits) - 1;
static_assert(kHasBody == kFewPostings - 1);
constexpr unsigned kBodySizeBits = 32;

std::size_t group_end(std::span<const Posting> postings, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < postings.size() && postings[end].key == postings[begin].key) ++end;
  return end;
}

CountedSums sums_of(std::span<const Posting> group, std::span<const GameFacts> facts) {
  CountedSums sums;
  for (const Posting& posting : group) sums.add(posting.next, facts[posting.game]);
  return sums;
}

void put_offset(std::uint8_t* block, std::size_t index, std::size_t offset) {
  const auto value = static_cast<std::uint32_t>(offset);
  std::memcpy(block + index * kOffsetBytes, &value, kOffsetBytes);
}

// Returns the best shift of Rice codes for `count` steps whose sum is less than `limit`.
unsigned shift_for(std::uint64_t limit, std::uint64_t count) {
  return static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(limit / count, 1))) - 1;
}

// A sequence of at most 56 bits, which are written together.
struct Bits {
  std::uint64_t value = 0;
  unsigned count = 0;

  constexpr void add(std::uint64_t more, unsigned bits) {
    value |= more << count;
    count += bits;
  }
  constexpr void add(const Bits& more) { add(more.value, more.count); }
};

// Returns the bits of a ply in the first range that contains it.
constexpr Bits bits_of(unsigned ply) {
  Bits bits;
  for (unsigned zeros = 0;; ++zeros) {
    const PlyRange& range = kPlyRanges[zeros];
    const bool is_last = zeros + 1 == kPlyRanges.size();
    const unsigned number = ply < range.early ? ply : ply - range.first;
    const bool is_in_range =
        ply < range.early || (ply >= range.first + range.early && number >> range.bits == 0);
    if (!is_in_range && !is_last) continue;
    bits.add(is_last ? 0 : std::uint64_t{1} << zeros, is_last ? zeros : zeros + 1);
    bits.add(number, range.bits);
    return bits;
  }
}

// The bits of all small plies, which most postings have.
constexpr auto kPlyBits = [] {
  std::array<Bits, 256> plies;
  for (unsigned ply = 0; ply < plies.size(); ++ply) plies[ply] = bits_of(ply);
  return plies;
}();

[[gnu::always_inline]] inline void add_ply(unsigned ply, Bits& bits) {
  bits.add(ply < kPlyBits.size() ? kPlyBits[ply] : bits_of(ply));
}

// Writes the only posting of a key.
inline void put_single(const Posting& posting, unsigned result, unsigned game_bits,
                       BitWriter& bits) {
  Bits rest;
  add_ply(posting.ply, rest);
  rest.add(posting_move(posting.next) | result << kPostingMoveBits, kPostingMoveBits + kResultBits);
  const std::uint64_t game = std::uint64_t{posting.game} << 1;
  if (1 + game_bits + rest.count <= 56) {
    bits.fixed(game | rest.value << (1 + game_bits), 1 + game_bits + rest.count);
  } else {
    bits.fixed(game, 1 + game_bits);
    bits.fixed(rest.value, rest.count);
  }
}

// The recent moves of a group, the latest first.
class RecentMoves {
 public:
  void add(std::uint16_t move, Bits& bits) {
    unsigned place = 0;
    while (place < known_ && moves_[place] != move) ++place;
    if (place < known_) {
      bits.add(std::uint64_t{1} << place, place + 1);
    } else {
      bits.add(std::uint64_t{posting_move(move)} << known_, known_ + kPostingMoveBits);
      known_ = std::min(known_ + 1, kRecentMoves);
    }
    for (unsigned i = std::min(place, kRecentMoves - 1); i > 0; --i) moves_[i] = moves_[i - 1];
    moves_.front() = move;
  }

 private:
  unsigned known_ = 0;
  std::array<std::uint16_t, kRecentMoves> moves_{};
};

}  // namespace

std::optional<SubBucketPlace> read_place(std::span<const std::uint8_t, 2 * kOffsetBytes> offsets,
                                         const BlockLayout& layout, std::size_t block_size) {
  ByteCursor cursor(offsets);
  const std::uint64_t begin = cursor.fixed(kOffsetBytes);
  const std::uint64_t end = cursor.fixed(kOffsetBytes);
  if (begin < offsets_bytes(layout) || begin > end || end > block_size) return std::nullopt;
  return SubBucketPlace{static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

GroupHead read_head(ByteCursor& cursor, const BlockLayout& layout) {
  GroupHead head;
  const std::uint64_t key = cursor.fixed(layout.rest_bytes());
  head.rest = key >> 1;
  head.is_single = (key & 1) == 0;
  if (head.rest >> layout.rest_bits() != 0) cursor.fail();
  if (head.is_single) {
    ByteCursor ahead = cursor;
    ahead.take(layout.game_bytes() + 2);
    ahead.number();
    head.size = ahead.is_sound() ? cursor.left() - ahead.left() : cursor.fail();
  } else {
    const std::uint64_t size = cursor.number();
    head.has_sums = (size & 1) != 0;
    head.size = size >> 1;
  }
  return head;
}

GroupCursor::GroupCursor(const GroupHead& head, std::span<const std::uint8_t> body,
                         const BlockLayout& layout)
    : bytes_(body),
      game_bits_(layout.game_bits),
      is_packed_(layout.is_packed()),
      is_single_(head.is_single) {
  if (head.has_sums) sums_ = bytes_.take(bytes_.number());
  if (!is_packed_) return;
  shift_ = static_cast<unsigned>(bytes_.fixed(1));
  left_ = bytes_.number();
  bits_ = BitCursor(bytes_.take(bytes_.left()));
  if (!bytes_.is_sound() || shift_ > layout.game_bits || left_ > bits_.left() / kMinBits) {
    bits_.fail();
    left_ = 0;
  }
}

std::optional<HeadsPlace> read_heads_place(std::span<const std::uint8_t> start,
                                           const BlockLayout& layout, std::size_t size) {
  ByteCursor cursor(start);
  const auto first = static_cast<unsigned>(cursor.fixed(1));
  HeadsPlace place{.shift = first & kShiftMask, .begin = 1, .end = size};
  if ((first & kHasBodies) != 0) {
    const std::uint64_t heads = cursor.number();
    place.begin = start.size() - cursor.left();
    if (heads > size - place.begin) return std::nullopt;
    place.end = place.begin + static_cast<std::size_t>(heads);
  }
  if (!cursor.is_sound() || place.shift > layout.rest_bits()) return std::nullopt;
  return place;
}

bool PackedHeads::next(GroupHead& head) {
  for (StoredPosting unread; postings_.next(unread);) {
  }
  BitCursor& bits = postings_.bits();
  if (bits.left() < kMinHeadBits) {
    if (bits.peek() != 0) bits.fail();
    return false;
  }
  rest_ += bits.rice(shift_);
  if (rest_ >> rest_bits_ != 0) bits.fail();
  const std::uint64_t kind = bits.peek();
  const auto count = static_cast<unsigned>(kind >> 1 & kHasBody);
  head = {.rest = rest_};
  if ((kind & 1) == 0) {
    head.is_single = true;
    head.packed = 1;
    bits.skip(1);
  } else if (count != kHasBody) {
    head.packed = count + 2;
    bits.skip(1 + kCountBits);
  } else {
    bits.skip(1 + kCountBits);
    head.has_sums = bits.fixed(1) != 0;
    head.size = bits.fixed(kBodySizeBits);
  }
  postings_.start(head);
  return bits.is_sound();
}

bool read_block(std::span<const std::uint8_t> block, const BlockLayout& layout,
                std::uint32_t bucket, std::uint64_t most, std::vector<StoredPosting>& postings) {
  return for_each_group(block, layout, bucket, [&](PositionKey key, GroupCursor& group) {
    StoredPosting stored;
    stored.posting.key = key;
    while (postings.size() <= most && group.next(stored)) postings.push_back(stored);
    return group.is_sound() && postings.size() <= most;
  });
}

BlockWriter::BlockWriter(const BlockLayout& layout, std::span<const GameFacts> facts)
    : layout_(layout), facts_(facts) {
  assert(layout.is_packed());
  results_.reserve(facts.size());
  for (const GameFacts& game : facts) results_.push_back(number_of(game.result));
}

void BlockWriter::write(std::span<const Posting> postings, std::vector<std::uint8_t>& bytes) {
  const std::size_t start = bytes.size();
  bytes.resize(start + offsets_bytes(layout_));
  std::size_t begin = 0;
  for (std::uint32_t sub_bucket = 0; sub_bucket < layout_.sub_buckets(); ++sub_bucket) {
    put_offset(bytes.data() + start, sub_bucket, bytes.size() - start);
    std::size_t end = begin;
    std::size_t groups = 0;
    for (PositionKey before{}; end < postings.size(); ++end) {
      const PositionKey key = postings[end].key;
      if (groups != 0 && key == before) continue;
      if (layout_.sub_bucket_of(key) != sub_bucket) break;
      before = key;
      ++groups;
    }
    if (groups != 0) write_sub_bucket(postings.subspan(begin, end - begin), groups, bytes);
    begin = end;
  }
  put_offset(bytes.data() + start, layout_.sub_buckets(), bytes.size() - start);
}

void BlockWriter::write_sub_bucket(std::span<const Posting> postings, std::size_t groups,
                                   std::vector<std::uint8_t>& bytes) {
  const BlockLayout layout = layout_;  // a copy, which the bytes that are written cannot change
  const std::uint8_t* const results = results_.data();
  const unsigned shift = shift_for(std::uint64_t{1} << layout.rest_bits(), groups);
  const std::size_t most = std::min(postings.size(), groups * kFewPostings);
  heads_.resize(std::max(heads_.size(), most * kMaxPostingBytes + kBitWriterSpace));
  bodies_.clear();
  BitWriter bits(heads_.data());
  std::uint64_t rest_before = 0;
  for (std::size_t begin = 0; begin < postings.size();) {
    const std::size_t end = group_end(postings, begin);
    const Posting& first = postings[begin];
    const std::uint64_t rest = layout.rest_of(first.key);
    bits.rice(rest - rest_before, shift);
    rest_before = rest;
    if (end - begin == 1) {
      put_single(first, results[first.game], layout.game_bits, bits);
    } else {
      bits = put_group(postings.subspan(begin, end - begin), bits);
    }
    begin = end;
  }
  const auto heads = static_cast<std::size_t>(bits.finish() - heads_.data());
  bytes.push_back(static_cast<std::uint8_t>(shift | (bodies_.empty() ? 0 : kHasBodies)));
  if (!bodies_.empty()) append_leb128(heads, bytes);
  bytes.insert(bytes.end(), heads_.begin(), heads_.begin() + static_cast<std::ptrdiff_t>(heads));
  bytes.insert(bytes.end(), bodies_.begin(), bodies_.end());
}

BitWriter BlockWriter::put_group(std::span<const Posting> group, BitWriter bits) {
  if (group.size() <= kFewPostings) {
    bits.fixed(1 | (group.size() - 2) << 1, 1 + kCountBits);
    return put_postings(group, shift_of_few(layout_.game_bits, group.size()), bits);
  }
  bits.fixed(1 | kHasBody << 1, 1 + kCountBits);
  bits.fixed(group.size() >= kSumsFrom ? 1 : 0, 1);
  bits.fixed(add_body(group), kBodySizeBits);
  return bits;
}

BitWriter BlockWriter::put_postings(std::span<const Posting> group, unsigned shift,
                                    BitWriter bits) const {
  RecentMoves moves;
  const Posting* before = nullptr;
  for (const Posting& posting : group) {
    assert(before == nullptr || posting.game >= before->game);
    bits.rice(posting.game - (before == nullptr ? 0 : before->game), shift);
    Bits rest;
    const bool is_same = before != nullptr && posting.ply == before->ply;
    if (before != nullptr) rest.add(is_same ? 1 : 0, 1);
    if (!is_same) add_ply(posting.ply, rest);
    moves.add(posting.next, rest);
    rest.add(results_[posting.game], kResultBits);
    bits.fixed(rest.value, rest.count);
    before = &posting;
  }
  return bits;
}

std::size_t BlockWriter::add_body(std::span<const Posting> group) {
  const std::size_t start = bodies_.size();
  if (group.size() >= kSumsFrom) {
    std::vector<std::uint8_t> sums;
    append_sums(sums_of(group, facts_), sums);
    append_leb128(sums.size(), bodies_);
    bodies_.insert(bodies_.end(), sums.begin(), sums.end());
  }
  const unsigned shift = shift_for(std::uint64_t{group.back().game} + 1, group.size());
  bodies_.push_back(static_cast<std::uint8_t>(shift));
  append_leb128(group.size(), bodies_);
  const std::size_t begin = bodies_.size();
  const std::size_t most_bits = group.size() * (3 + shift + kMaxBitsAfterGame);
  bodies_.resize(begin + most_bits / 8 + 1 + kBitWriterSpace);
  BitWriter bits(bodies_.data() + begin);
  bits = put_postings(group, shift, bits);
  bodies_.resize(static_cast<std::size_t>(bits.finish() - bodies_.data()));
  return bodies_.size() - start;
}

}  // namespace arbiter::sqlite
