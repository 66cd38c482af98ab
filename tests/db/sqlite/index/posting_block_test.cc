#include "db/sqlite/index/posting_block.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <memory>
#include <tuple>

#include "tests/db/random_postings.h"
#include "tests/db/slow_block.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A bucket with its games.
struct Sample {
  BlockLayout layout;
  std::uint32_t bucket = 0;
  std::vector<GameFacts> facts;
  std::vector<Posting> postings;  // in the order required by BlockWriter

  // Returns the block. BlockWriter cannot write the older forms, so slow_block() does.
  Bytes block() const {
    return layout.is_packed() ? written() : slow_block(layout, postings, facts);
  }
  Bytes written() const {
    Bytes bytes;
    BlockWriter(layout, facts).write(postings, bytes);
    return bytes;
  }
};

// Returns a bucket with some positions in one sub-bucket. `sizes` contains the number of games of
// each position.
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

bool read_all(std::span<const std::uint8_t> block, const Sample& sample,
              std::vector<StoredPosting>& postings) {
  return read_block(block, sample.layout, sample.bucket, std::numeric_limits<std::uint64_t>::max(),
                    postings);
}

// Returns the layout of a form.
BlockLayout layout_of(BlockForm form, unsigned bucket_bits) {
  return {.bucket_bits = bucket_bits, .game_bits = 24, .form = form};
}

TEST_CASE("the contents of a block are read back", "[posting]") {
  const auto sizes =
      GENERATE(std::vector<std::size_t>{0}, std::vector<std::size_t>{1},
               std::vector<std::size_t>{1, 2, 3, 1, 1, 15, 16, 17, 18, 255, 256, 257, 1},
               std::vector<std::size_t>(3000, 1), std::vector<std::size_t>(700, 5),
               std::vector<std::size_t>{1, 70'000, 1, 2});
  const unsigned bucket_bits = GENERATE(0U, 1U, 8U, 9U, 16U, 17U, 24U);
  const BlockForm form = GENERATE(BlockForm::YearCounts, BlockForm::Packed);
  CAPTURE(sizes.size(), bucket_bits, form);
  const Sample sample = sample_of(layout_of(form, bucket_bits), sizes);
  std::vector<StoredPosting> postings;
  REQUIRE(read_all(sample.block(), sample, postings));
  REQUIRE(postings == stored(sample));
  if (sample.layout.is_packed()) {
    REQUIRE(sample.written() == slow_block(sample.layout, sample.postings, sample.facts));
  }
}

TEST_CASE("extreme keys, games, moves and plies are packed and read back", "[posting]") {
  struct Case {
    std::uint32_t games;
    std::uint32_t step;  // difference between consecutive games
    unsigned moves;
    unsigned plies;
  };
  const auto [games, step, moves, plies] =
      GENERATE(Case{1, 1, 1, 1}, Case{2, 1, 1, 1}, Case{2, 999'999, 2, 2}, Case{16, 1, 16, 16},
               Case{17, 60'000, 9, 3}, Case{300, 1, 1, 1}, Case{300, 0, 10, 300},
               Case{5000, 13, 200, 1}, Case{5000, 1, 8, 65536});
  const unsigned bucket_bits = GENERATE(0U, 24U);
  const unsigned game_bits = GENERATE(20U, 32U);
  CAPTURE(games, step, bucket_bits, game_bits);
  RandomPostings random(games);
  Sample sample{.layout = {.bucket_bits = bucket_bits, .game_bits = game_bits},
                .bucket = 0,
                .facts = random.facts(std::size_t{step} * games + 1),
                .postings = {}};
  std::vector<std::uint16_t> choice;
  while (choice.size() < moves) choice.push_back(random.move());
  const std::uint64_t last_rest = (std::uint64_t{1} << sample.layout.rest_bits()) - 1;
  for (const std::uint64_t rest : {std::uint64_t{0}, std::uint64_t{1}, last_rest}) {
    for (std::uint32_t i = 0; i < games; ++i) {
      sample.postings.push_back({.key = sample.layout.key_of(0, 7, rest),
                                 .game = i * step,
                                 .next = choice[random.below(moves)],
                                 .ply = static_cast<std::uint16_t>(65536 / plies * (i % plies))});
    }
  }
  std::vector<StoredPosting> postings;
  const Bytes block = sample.block();
  REQUIRE(block == slow_block(sample.layout, sample.postings, sample.facts));
  REQUIRE(read_all(block, sample, postings));
  REQUIRE(postings == stored(sample));
}

TEST_CASE("a key is truncated and restored", "[posting]") {
  testing::RandomPostings random(3);
  for (unsigned bucket_bits = 0; bucket_bits <= kMaxBucketBits; ++bucket_bits) {
    const BlockLayout layout =
        layout_of(bucket_bits % 2 == 0 ? BlockForm::Packed : BlockForm::YearCounts, bucket_bits);
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
      Case{0, 0, {0, 1}}, Case{1, 1, {0, 1}}, Case{24'576, 100, {0, 7}}, Case{24'577, 256, {1, 8}},
      Case{60'000, 257, {2, 9}}, Case{4'000'000, 65'536, {8, 16}}, Case{6'300'000, 65'537, {9, 17}},
      Case{800'000'000, 10'000'000, {15, 24}}, Case{1'000'000'000'000, 1ULL << 32, {24, 32}});
  CAPTURE(postings, games);
  REQUIRE(layout_for(postings, games) == layout);
  REQUIRE(layout_for(2 * postings, games, kCompactBlockPostings) == layout);
}

TEST_CASE("the sums beside a large group are those of its games", "[posting]") {
  const BlockForm form = GENERATE(BlockForm::YearCounts, BlockForm::Packed);
  const Sample sample = sample_of(layout_of(form, 3), {255, 256, 1000, 1});
  std::map<PositionKey, PositionSums> expected;
  for (const Posting& posting : sample.postings) {
    expected[posting.key].add(posting.next, sample.facts[posting.game]);
  }
  std::size_t with_sums = 0;
  const bool is_sound = for_each_group(
      sample.block(), sample.layout, sample.bucket, [&](PositionKey key, GroupCursor& postings) {
        if (!postings.sums()) return true;
        ++with_sums;
        return read_sums(*postings.sums(), SumsForm::YearCounts) == expected.at(key);
      });
  REQUIRE(is_sound);
  REQUIRE(with_sums == 2);
}

// Checks that reading damaged bytes makes no access out of bounds, which sanitizers detect.
void read_damaged(const Sample& sample, const Bytes& bytes) {
  // No byte after the block is readable.
  const auto exact = std::make_unique<std::uint8_t[]>(bytes.size());
  std::ranges::copy(bytes, exact.get());
  std::vector<StoredPosting> postings;
  read_all({exact.get(), bytes.size()}, sample, postings);
  // A posting has at least four bytes or five bits.
  REQUIRE(postings.size() <= (sample.layout.is_packed() ? bytes.size() * 8 / 5 : bytes.size() / 4));
  REQUIRE(std::ranges::all_of(postings, [](const StoredPosting& stored) {
    return posting_move(stored.posting.next) < 4096;
  }));
}

TEST_CASE("a truncated block is detected", "[posting]") {
  const BlockForm form = GENERATE(BlockForm::YearCounts, BlockForm::Packed);
  const Sample sample = sample_of(layout_of(form, 9), {1, 2, 1, 300, 1});
  const Bytes block = sample.block();
  for (std::size_t size = 0; size < block.size(); ++size) {
    Bytes cut(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<StoredPosting> postings;
    REQUIRE_FALSE(read_all(cut, sample, postings));
    read_damaged(sample, cut);
  }
}

TEST_CASE("a damaged block is never read beyond its end", "[posting]") {
  const BlockForm form = GENERATE(BlockForm::YearCounts, BlockForm::Packed);
  const Sample sample = sample_of(layout_of(form, 9), {1, 2, 1, 300, 1, 1, 7, 1});
  const Bytes block = sample.block();
  testing::RandomPostings random(11);
  // Skips most bytes of the table of offsets, which is long and uniform.
  for (std::size_t i = 0; i < block.size(); i += i < offsets_bytes(sample.layout) ? 9 : 1) {
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

TEST_CASE("a block with more postings than its segment is rejected", "[posting]") {
  const BlockForm form = GENERATE(BlockForm::YearCounts, BlockForm::Packed);
  const Sample sample = sample_of(layout_of(form, 3), {1, 40, 300, 1});
  const auto read_up_to = [&](std::uint64_t most) {
    std::vector<StoredPosting> postings;
    return read_block(sample.block(), sample.layout, sample.bucket, most, postings);
  };
  REQUIRE(read_up_to(342));
  REQUIRE_FALSE(read_up_to(341));
  REQUIRE_FALSE(read_up_to(0));
}

// A sub-bucket of a packed block with 24 bucket bits, whose keys have 16 bits left.
TEST_CASE("a packed sub-bucket with impossible numbers is rejected", "[posting]") {
  struct Case {
    const char* what;
    Bytes bytes;
  };
  // One posting: key 0, game 0, ply 16, move 1 and result 0 in 55 bits.
  const Bytes sound = {16, 0x01, 0, 0, 0, 0x04, 0x02, 0};
  const auto [what, bytes] =
      GENERATE(Case{"a shift above the bits of a key", {17, 0x01, 0, 0, 0, 0x04, 0x02, 0}},
               Case{"heads longer than the sub-bucket", {16 + 64, 9, 0x01, 0, 0, 0, 0x04, 0x02, 0}},
               Case{"a key of more than 16 bits", {16, 0x02, 0, 0, 0, 0x08, 0x04, 0}},
               Case{"only zeros", {16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
               Case{"bytes after the last head", {16, 0x01, 0, 0, 0, 0x04, 0x02, 0, 0, 0}},
               Case{"a bit after the last head", {16, 0x01, 0, 0, 0, 0x04, 0x02, 0x80}},
               Case{"a number that no move has", {16, 0x01, 0, 0, 0, 0x04, 0xfe, 0x1f}},
               Case{"a body without bytes", {16 + 64, 7, 0x01, 0, 0x3e, 0, 0, 0, 0}},
               Case{"a body longer than the sub-bucket", {16 + 64, 7, 0x01, 0, 0xbe, 2, 0, 0, 0}},
               Case{"more postings than bits", {16 + 64, 7, 0x01, 0, 0xbe, 1, 0, 0, 0, 0, 127, 0}});
  CAPTURE(what);
  const Sample sample{
      .layout = {.bucket_bits = 24, .game_bits = 16}, .bucket = 0, .facts = {}, .postings = {}};
  const auto is_read = [&](const Bytes& part) {
    Bytes block;
    for (std::size_t i = 0; i < 257; ++i) {
      const std::size_t offset = 4 * 257 + (i == 0 ? 0 : part.size());
      block.push_back(static_cast<std::uint8_t>(offset));
      block.push_back(static_cast<std::uint8_t>(offset >> 8));
      block.insert(block.end(), 2, 0);
    }
    block.insert(block.end(), part.begin(), part.end());
    std::vector<StoredPosting> postings;
    return read_all(block, sample, postings);
  };
  CHECK(is_read(sound));
  CHECK_FALSE(is_read(bytes));
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
