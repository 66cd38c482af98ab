// The bytes of a bucket: its postings, packed (README.md, "Positions").
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "db/model/block_layout.h"
#include "db/model/byte_cursor.h"
#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/model/posting_move.h"
#include "db/model/result_number.h"

namespace arbiter::sqlite {

// A group of so many postings has its sums beside them.
inline constexpr std::size_t kSumsFrom = 256;

// Game, move and ply take at least so many bytes.
inline constexpr std::size_t kMinPostingBytes = 4;

// A posting as a block tells it: of its key only the known part.
struct StoredPosting {
  Posting posting;
  Outcome result = Outcome::Unknown;

  bool operator==(const StoredPosting&) const = default;
};

// Appends the block of one bucket. `postings` are all in that bucket, have keys without
// unknown part and stand by rising key, game and ply; results and sums come from
// `facts`, by Posting::game. 15 ns a posting (4 million, 2026-11-21).
class BlockWriter {
 public:
  BlockWriter(const BlockLayout& layout, std::span<const GameFacts> facts);

  void write(std::span<const Posting> postings, std::vector<std::uint8_t>& bytes);

 private:
  std::uint8_t* put_single(const Posting& posting, std::uint8_t* at) const;
  std::uint8_t* put_many(std::span<const Posting> group, std::uint8_t* at) const;
  std::uint8_t* put_posting(const Posting& posting, std::uint8_t* at) const;
  std::size_t make_body(std::span<const Posting> group);

  BlockLayout layout_;
  std::span<const GameFacts> facts_;
  std::vector<std::uint8_t> results_;  // of all games, close together: facts of many fill the cache
  std::vector<std::uint8_t> body_;     // of the group at hand
};

// Where the groups of a sub-bucket stand in its block.
struct SubBucketPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// At the start of a block: where each sub-bucket begins, and where the last one ends.
inline constexpr std::size_t kOffsetBytes = 4;
inline constexpr std::size_t kOffsetsBytes = kOffsetBytes * (kSubBuckets + 1);

// Reads two neighbouring offsets of a block of `block_size` bytes. Nothing if they cannot be.
std::optional<SubBucketPlace> read_place(std::span<const std::uint8_t, 2 * kOffsetBytes> offsets,
                                         std::size_t block_size);

// What stands before the postings of one key.
struct GroupHead {
  std::uint64_t rest = 0;  // of the key
  bool is_single = false;  // one posting, in `size` bytes
  bool has_sums = false;   // before the postings stand their sums, with their size before them
  std::uint64_t size = 0;  // bytes that follow the head
};

// A head, and a single posting behind it, are never longer than this.
inline constexpr std::size_t kMaxHeadBytes = 24;

// Reads a head and stops behind it. Fails as cursors do.
GroupHead read_head(ByteCursor& cursor, const BlockLayout& layout);

// The postings of a group. `body` are the `head.size` bytes behind its head.
class GroupCursor {
 public:
  GroupCursor(const GroupHead& head, std::span<const std::uint8_t> body, const BlockLayout& layout)
      : cursor_(body), game_bytes_(head.is_single ? layout.game_bytes : 0) {
    if (head.has_sums) cursor_.take(cursor_.number());
  }

  // The next posting, without a key. False behind the last one, or where the bytes are
  // damaged: then is_sound() is false. About 8 ns (a million in a row, 2026-11-21).
  bool next(StoredPosting& stored) {
    if (cursor_.at_end()) return false;
    const std::uint64_t step = game_bytes_ != 0 ? cursor_.fixed(game_bytes_) : cursor_.number();
    const auto bits = static_cast<unsigned>(cursor_.fixed(2));
    const std::uint64_t ply = cursor_.number() << 2 | bits >> 14;
    const std::optional<std::uint16_t> move = move_of_posting(bits & 0xfff);
    game_ += step;
    if (step > kMax<std::uint32_t> || game_ > kMax<std::uint32_t> || ply > kMax<std::uint16_t> ||
        !move) {
      cursor_.fail();
    }
    if (!cursor_.is_sound()) return false;
    stored.posting.game = static_cast<std::uint32_t>(game_);
    stored.posting.ply = static_cast<std::uint16_t>(ply);
    stored.posting.next = *move;
    stored.result = outcome_of(bits >> 12);
    return true;
  }

  bool is_sound() const { return cursor_.is_sound(); }

 private:
  template <class T>
  static constexpr std::uint64_t kMax = std::numeric_limits<T>::max();

  ByteCursor cursor_;
  unsigned game_bytes_;  // 0: steps from one game to the next
  std::uint64_t game_ = 0;
};

// Appends all postings of a block, by rising key, game and ply. False where the block is
// damaged in a way that shows. Never reads outside of it.
bool read_block(std::span<const std::uint8_t> block, const BlockLayout& layout,
                std::uint32_t bucket, std::vector<StoredPosting>& postings);

// The sum over all postings of a hash of known key, game, ply, move and result, modulo 2^64:
// the order does not matter, and the sums of several multisets add up.
class PostingChecksum {
 public:
  PostingChecksum() = default;
  explicit PostingChecksum(std::uint64_t value) : sum_(value) {}

  // `first` is what Posting::game counts from.
  void add(const Posting& posting, Outcome result, GameId first) {
    const auto key = static_cast<std::uint64_t>(known_part(posting.key));
    const auto game = static_cast<std::uint64_t>(number_of(first) + posting.game);
    sum_ += mixed((key | posting.next) ^
                  mixed(game << 18 | std::uint64_t{posting.ply} << 2 | number_of(result)));
  }
  void add(const PostingChecksum& other) { sum_ += other.sum_; }

  std::uint64_t value() const { return sum_; }

  bool operator==(const PostingChecksum&) const = default;

 private:
  // Each bit of the answer depends on all bits (the last steps of MurmurHash3).
  static constexpr std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdULL;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return bits ^ bits >> 33;
  }

  std::uint64_t sum_ = 0;
};

// The count and the checksum of a multiset of postings.
struct PostingTotal {
  std::uint64_t count = 0;
  PostingChecksum checksum;

  // As PostingChecksum::add.
  void add(const Posting& posting, Outcome result, GameId first) {
    checksum.add(posting, result, first);
    ++count;
  }
  void add(const PostingTotal& other) {
    count += other.count;
    checksum.add(other.checksum);
  }
  bool operator==(const PostingTotal&) const = default;
};

// What one game adds to its segment. `postings` are those of its positions, repetitions
// included, in any order, which they do not keep; Posting::game is 0.
PostingTotal game_total(std::span<Posting> postings, Outcome result, GameId game);

}  // namespace arbiter::sqlite
