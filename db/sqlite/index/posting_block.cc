#include "db/sqlite/index/posting_block.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <tuple>

#include "db/model/counted_sums.h"
#include "db/model/leb128.h"

namespace arbiter::sqlite {
namespace {

// The longest that a posting of many can be: LEB128 of 32 bits, 2, LEB128 of 14 bits.
constexpr std::size_t kMaxPostingBytes = 5 + 2 + 2;

// Writes eight bytes, of which `size` count: there is always room.
std::uint8_t* put_fixed(std::uint64_t value, unsigned size, std::uint8_t* at) {
  std::memcpy(at, &value, sizeof value);
  return at + size;
}

std::uint8_t* put_number(std::uint64_t number, std::uint8_t* at) {
  for (; number >= 128; number >>= 7) *at++ = static_cast<std::uint8_t>(number | 128);
  *at++ = static_cast<std::uint8_t>(number);
  return at;
}

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

}  // namespace

BlockWriter::BlockWriter(const BlockLayout& layout, std::span<const GameFacts> facts)
    : layout_(layout), facts_(facts) {
  results_.reserve(facts.size());
  for (const GameFacts& game : facts) results_.push_back(number_of(game.result));
}

void BlockWriter::write(std::span<const Posting> postings, std::vector<std::uint8_t>& bytes) {
  const std::size_t start = bytes.size();
  // Room for the groups of all postings but their sums.
  bytes.resize(start + kOffsetsBytes + postings.size() * kMaxHeadBytes);
  std::size_t size = kOffsetsBytes;
  std::size_t sub_bucket = 0;
  for (std::size_t begin = 0; begin < postings.size();) {
    const auto group = postings.subspan(begin, group_end(postings, begin) - begin);
    begin += group.size();
    const std::size_t mine = layout_.sub_bucket_of(group.front().key);
    for (; sub_bucket <= mine; ++sub_bucket) put_offset(bytes.data() + start, sub_bucket, size);
    if (group.size() > 1) bytes.resize(bytes.size() + make_body(group));
    std::uint8_t* at = bytes.data() + start + size;
    size += (group.size() == 1 ? put_single(group.front(), at) : put_many(group, at)) - at;
  }
  for (; sub_bucket <= kSubBuckets; ++sub_bucket)
    put_offset(bytes.data() + start, sub_bucket, size);
  bytes.resize(start + size);
}

std::uint8_t* BlockWriter::put_single(const Posting& posting, std::uint8_t* at) const {
  at = put_fixed(layout_.rest_of(posting.key) << 1, layout_.rest_bytes(), at);
  return put_posting(posting, put_fixed(posting.game, layout_.game_bytes, at));
}

// Precondition: make_body(group) was called.
std::uint8_t* BlockWriter::put_many(std::span<const Posting> group, std::uint8_t* at) const {
  at = put_fixed(layout_.rest_of(group.front().key) << 1 | 1, layout_.rest_bytes(), at);
  at = put_number(std::uint64_t{body_.size()} << 1 | (group.size() >= kSumsFrom ? 1 : 0), at);
  std::memcpy(at, body_.data(), body_.size());
  return at + body_.size();
}

// Sums if the group has them, and the postings. Returns how many bytes the sums are.
std::size_t BlockWriter::make_body(std::span<const Posting> group) {
  body_.clear();
  if (group.size() >= kSumsFrom) {
    std::vector<std::uint8_t> sums;
    append_sums(sums_of(group, facts_), sums);
    append_leb128(sums.size(), body_);
    body_.insert(body_.end(), sums.begin(), sums.end());
  }
  const std::size_t sums_size = body_.size();
  body_.resize(sums_size + group.size() * kMaxPostingBytes + sizeof(std::uint64_t));
  std::uint8_t* at = body_.data() + sums_size;
  std::uint32_t game = 0;
  for (const Posting& posting : group) {
    assert(posting.game >= game);
    at = put_posting(posting, put_number(posting.game - game, at));
    game = posting.game;
  }
  body_.resize(static_cast<std::size_t>(at - body_.data()));
  return sums_size;
}

// Move, result and ply.
std::uint8_t* BlockWriter::put_posting(const Posting& posting, std::uint8_t* at) const {
  const unsigned bits =
      posting_move(posting.next) | results_[posting.game] << 12U | (posting.ply & 3U) << 14;
  return put_number(posting.ply >> 2, put_fixed(bits, 2, at));
}

std::optional<SubBucketPlace> read_place(std::span<const std::uint8_t, 2 * kOffsetBytes> offsets,
                                         std::size_t block_size) {
  ByteCursor cursor(offsets);
  const std::uint64_t begin = cursor.fixed(kOffsetBytes);
  const std::uint64_t end = cursor.fixed(kOffsetBytes);
  if (begin < kOffsetsBytes || begin > end || end > block_size) return std::nullopt;
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
    ahead.take(layout.game_bytes + 2);
    ahead.number();
    head.size = ahead.is_sound() ? cursor.left() - ahead.left() : cursor.fail();
  } else {
    const std::uint64_t size = cursor.number();
    head.has_sums = (size & 1) != 0;
    head.size = size >> 1;
  }
  return head;
}

bool read_block(std::span<const std::uint8_t> block, const BlockLayout& layout,
                std::uint32_t bucket, std::vector<StoredPosting>& postings) {
  if (block.size() < kOffsetsBytes) return false;
  std::size_t end_before = kOffsetsBytes;
  for (std::uint32_t sub_bucket = 0; sub_bucket < kSubBuckets; ++sub_bucket) {
    const auto offsets = block.subspan(sub_bucket * kOffsetBytes).first<2 * kOffsetBytes>();
    const auto place = read_place(offsets, block.size());
    if (!place || place->begin != end_before) return false;
    end_before = place->end;
    ByteCursor cursor(block.subspan(place->begin, place->end - place->begin));
    while (!cursor.at_end()) {
      const GroupHead head = read_head(cursor, layout);
      GroupCursor group(head, cursor.take(head.size), layout);
      StoredPosting stored;
      stored.posting.key = layout.key_of(bucket, sub_bucket, head.rest);
      while (group.next(stored)) postings.push_back(stored);
      if (!cursor.is_sound() || !group.is_sound()) return false;
    }
  }
  return end_before == block.size();
}

PostingTotal game_total(std::span<Posting> postings, Outcome result, GameId game) {
  std::ranges::sort(postings, [](const Posting& a, const Posting& b) {
    return std::tie(a.key, a.ply) < std::tie(b.key, b.ply);
  });
  PostingTotal total;
  const Posting* before = nullptr;
  for (const Posting& posting : postings) {
    if (before == nullptr || before->key != posting.key) total.add(posting, result, game);
    before = &posting;
  }
  return total;
}

}  // namespace arbiter::sqlite
