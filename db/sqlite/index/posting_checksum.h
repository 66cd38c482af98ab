// A number that tells whether two multisets of postings are equal.
#pragma once

#include <cstdint>
#include <span>

#include "db/model/column_values.h"
#include "db/model/ids.h"
#include "db/model/posting.h"

namespace arbiter::sqlite {

// The sum over all postings of a hash of known key, game, ply, move and result, modulo 2^64:
// the order does not matter, and the sums of several multisets add up.
class PostingChecksum {
 public:
  PostingChecksum() = default;
  explicit PostingChecksum(std::uint64_t value) : sum_(value) {}

  // `first` is what Posting::game counts from.
  void add(const Posting& posting, Outcome result, GameId first) {
    const auto key = static_cast<std::uint64_t>(stored_part(posting.key));
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
