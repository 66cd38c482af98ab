#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <tuple>

#include "db/sqlite/index/segment.h"
#include "tests/db/random_postings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A bucket with its games.
struct Sample {
  BlockLayout layout;
  std::uint32_t bucket = 0;
  std::vector<GameFacts> facts;
  std::vector<Posting> postings;  // in the order for BlockWriter

  Bytes block() const {
    Bytes bytes;
    BlockWriter(layout, facts).write(postings, bytes);
    return bytes;
  }
};

// A bucket with some positions in the same sub-bucket. `sizes` contains the number of games of each
// position.
Sample sample_of(const BlockLayout& layout, const std::vector<std::size_t>& sizes) {
  testing::RandomPostings random(sizes.size() + layout.bucket_bits);
  Sample sample{.layout = layout, .bucket = layout.buckets() - 1, .facts = {}, .postings = {}};
  const std::size_t games = std::max<std::size_t>(std::ranges::max(sizes), 200);
  sample.facts = random.facts(games);
  for (const std::size_t size : sizes) {
    const std::uint64_t rest =
        static_cast<std::uint64_t>(random.key()) >> (64 - layout.rest_bits());
    const PositionKey key =
        layout.key_of(sample.bucket, static_cast<std::uint32_t>(random.below(40)), rest);
    for (std::uint32_t game = 0; game < size; ++game) {
      Posting posting = random.posting(key, 1);
      posting.game = size == games ? game : static_cast<std::uint32_t>(random.below(games));
      sample.postings.push_back(posting);
    }
  }
  std::ranges::sort(sample.postings, {}, [](const Posting& posting) {
    return std::tie(posting.key, posting.game, posting.ply);
  });
  return sample;
}

std::vector<StoredPosting> stored(const Sample& sample) {
  std::vector<StoredPosting> postings;
  for (const Posting& posting : sample.postings) {
    postings.push_back({.posting = posting, .result = sample.facts[posting.game].result});
  }
  return postings;
}

TEST_CASE("the contents of a block are read back", "[posting]") {
  const auto sizes = GENERATE(std::vector<std::size_t>{0}, std::vector<std::size_t>{1},
                              std::vector<std::size_t>{1, 2, 3, 1, 1, 255, 256, 257, 1},
                              std::vector<std::size_t>(3000, 1), std::vector<std::size_t>(700, 5),
                              std::vector<std::size_t>{1, 70'000, 1, 2});
  const unsigned bucket_bits = GENERATE(0U, 1U, 8U, 9U, 16U, 17U, 24U);
  const unsigned game_bytes = GENERATE(3U, 4U);
  CAPTURE(sizes.size(), bucket_bits, game_bytes);
  const Sample sample = sample_of({.bucket_bits = bucket_bits, .game_bytes = game_bytes}, sizes);
  std::vector<StoredPosting> postings;
  REQUIRE(read_block(sample.block(), sample.layout, sample.bucket, postings));
  REQUIRE(postings == stored(sample));
}

TEST_CASE("a key is truncated and restored", "[posting]") {
  testing::RandomPostings random(3);
  for (unsigned bucket_bits = 0; bucket_bits <= kMaxBucketBits; ++bucket_bits) {
    const BlockLayout layout{.bucket_bits = bucket_bits, .game_bytes = 2};
    for (int i = 0; i < 100; ++i) {
      const PositionKey key = random.key();
      REQUIRE(layout.bucket_of(key) < layout.buckets());
      REQUIRE(layout.key_of(layout.bucket_of(key), layout.sub_bucket_of(key),
                            layout.rest_of(key)) == stored_part(key));
      REQUIRE(layout.rest_of(PositionKey{~std::uint64_t{0}}) << 1 >> 8 * layout.rest_bytes() == 0);
    }
  }
}

TEST_CASE("layouts have space for the games and blocks of some thousand postings", "[posting]") {
  struct Case {
    std::uint64_t postings;
    std::uint64_t games;
    BlockLayout layout;
  };
  const auto [postings, games, layout] = GENERATE(
      Case{0, 0, {0, 1}}, Case{1, 1, {0, 1}}, Case{16'384, 100, {0, 1}}, Case{16'385, 256, {1, 1}},
      Case{40'000, 257, {2, 2}}, Case{4'000'000, 65'536, {8, 2}}, Case{4'200'000, 65'537, {9, 3}},
      Case{800'000'000, 10'000'000, {16, 3}}, Case{1'000'000'000'000, 1ULL << 32, {24, 4}});
  CAPTURE(postings, games);
  REQUIRE(layout_for(postings, games) == layout);
}

TEST_CASE("the sums beside a large group are those of its games", "[posting]") {
  const Sample sample = sample_of({.bucket_bits = 3, .game_bytes = 2}, {255, 256, 1000, 1});
  const Bytes bytes = sample.block();
  const std::span<const std::uint8_t> block = bytes;
  std::map<PositionKey, PositionSums> expected;
  for (const Posting& posting : sample.postings) {
    expected[posting.key].add(posting.next, sample.facts[posting.game]);
  }
  std::size_t with_sums = 0;
  for (std::uint32_t sub_bucket = 0; sub_bucket < kSubBuckets; ++sub_bucket) {
    const auto place = read_place(
        block.subspan(sub_bucket * kOffsetBytes).first<2 * kOffsetBytes>(), block.size());
    REQUIRE(place);
    ByteCursor cursor(block.subspan(place->begin, place->end - place->begin));
    while (!cursor.at_end()) {
      const GroupHead head = read_head(cursor, sample.layout);
      ByteCursor body(cursor.take(head.size));
      if (!head.has_sums) continue;
      ++with_sums;
      const auto sums = read_sums(body.take(body.number()), SumsForm::YearCounts);
      REQUIRE(sums);
      REQUIRE(*sums == expected.at(sample.layout.key_of(sample.bucket, sub_bucket, head.rest)));
    }
  }
  REQUIRE(with_sums == 2);
}

// Checks that damaged bytes give an answer without an access outside (which the sanitizers detect).
void read_damaged(const Sample& sample, const Bytes& bytes) {
  // No readable byte after the block.
  const auto exact = std::make_unique<std::uint8_t[]>(bytes.size());
  std::ranges::copy(bytes, exact.get());
  std::vector<StoredPosting> postings;
  read_block({exact.get(), bytes.size()}, sample.layout, sample.bucket, postings);
  // No posting is shorter than four bytes.
  REQUIRE(postings.size() <= bytes.size() / 4);
  REQUIRE(std::ranges::all_of(postings, [](const StoredPosting& stored) {
    return posting_move(stored.posting.next) < 4096;
  }));
}

TEST_CASE("a truncated block is detected", "[posting]") {
  const Sample sample = sample_of({.bucket_bits = 9, .game_bytes = 2}, {1, 2, 1, 300, 1});
  const Bytes block = sample.block();
  for (std::size_t size = 0; size < block.size(); ++size) {
    Bytes cut(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<StoredPosting> postings;
    REQUIRE_FALSE(read_block(cut, sample.layout, sample.bucket, postings));
    read_damaged(sample, cut);
  }
}

TEST_CASE("a damaged block is never read beyond its end", "[posting]") {
  const Sample sample = sample_of({.bucket_bits = 9, .game_bytes = 2}, {1, 2, 1, 300, 1, 1, 7, 1});
  const Bytes block = sample.block();
  testing::RandomPostings random(11);
  // The table of offsets is long and uniform.
  for (std::size_t i = 0; i < block.size(); i += i < kOffsetsBytes ? 9 : 1) {
    for (const unsigned value : {0U, 255U, block[i] ^ 1U}) {
      Bytes damaged = block;
      damaged[i] = static_cast<std::uint8_t>(value);
      read_damaged(sample, damaged);
    }
  }
  for (int i = 0; i < 1000; ++i) {
    Bytes damaged = block;
    for (std::uint64_t changes = 1 + random.below(20); changes > 0; --changes) {
      damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.below(256));
    }
    read_damaged(sample, damaged);
  }
  for (int i = 0; i < 200; ++i) {
    Bytes noise(random.below(4000));
    for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.below(256));
    read_damaged(sample, noise);
  }
}

TEST_CASE("numbers past the end of their bytes are zero and marked invalid", "[posting]") {
  const Bytes bytes = {0x34, 0x12, 0x80};
  ByteCursor cursor(bytes);
  REQUIRE(cursor.fixed(2) == 0x1234);
  REQUIRE(cursor.is_sound());
  REQUIRE(cursor.number() == 0);
  REQUIRE_FALSE(cursor.is_sound());
  REQUIRE(cursor.at_end());
  REQUIRE(cursor.take(1).empty());
  REQUIRE(cursor.take(0).empty());
}

}  // namespace
}  // namespace arbiter::testing
