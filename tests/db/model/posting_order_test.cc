#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>
#include <utility>

#include "db/model/posting.h"
#include "tests/db/random_postings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

bool comes_before(const Posting& a, const Posting& b) {
  return std::tie(a.key, a.game, a.ply, a.next) < std::tie(b.key, b.game, b.ply, b.next);
}

// Returns the first ply of each position in each game, with truncated keys.
std::vector<Posting> slow_first_occurrences(std::span<const Posting> postings) {
  std::map<std::pair<PositionKey, std::uint32_t>, Posting> first;
  for (const Posting& posting : postings) {
    const auto [place, is_new] = first.try_emplace({posting.key, posting.game}, posting);
    if (!is_new && posting.ply < place->second.ply) place->second = posting;
  }
  std::vector<Posting> left;
  for (auto& [key_and_game, posting] : first) {
    left.push_back(posting);
    left.back().key = stored_part(posting.key);
  }
  std::ranges::sort(left, comes_before);
  return left;
}

// Returns the postings with only one for each key, game and ply, because the order of equal
// postings is undefined.
std::vector<Posting> without_twins(std::vector<Posting> postings) {
  std::ranges::stable_sort(postings, {},
                           [](const Posting& p) { return std::tie(p.key, p.game, p.ply); });
  const auto twins = std::ranges::unique(
      postings, {}, [](const Posting& p) { return std::tie(p.key, p.game, p.ply); });
  postings.erase(twins.begin(), twins.end());
  std::ranges::stable_sort(postings, {}, &Posting::next);
  return postings;
}

TEST_CASE("postings go to the bucket of their key, in their previous order", "[posting]") {
  const std::vector<Posting> postings = testing::random_postings(150'000, 900, 1);
  const unsigned jobs = GENERATE(1U, 2U, 3U, 8U);
  const unsigned bucket_bits = GENERATE(0U, 1U, 6U, 11U);
  CAPTURE(jobs, bucket_bits);
  const BlockLayout layout{.bucket_bits = bucket_bits, .game_bits = 16};
  std::vector<std::vector<Posting>> expected(layout.buckets());
  for (const Posting& posting : postings) {
    const auto key = static_cast<std::uint64_t>(posting.key);
    expected[bucket_bits == 0 ? 0 : key >> (64 - bucket_bits)].push_back(posting);
  }
  PostingBuckets buckets;
  buckets.fill(testing::random_postings(100, 10, 2), layout, jobs);
  buckets.fill(postings, layout, jobs);
  for (std::uint32_t bucket = 0; bucket < layout.buckets(); ++bucket) {
    REQUIRE(std::ranges::equal(buckets.bucket(bucket), expected[bucket]));
  }
}

TEST_CASE("a bucket is sorted by key, game and ply", "[posting]") {
  const std::size_t keys = GENERATE(0U, 1U, 2U, 30U, 4000U);
  const unsigned bucket_bits = GENERATE(0U, 9U, 24U);
  const BlockLayout layout{.bucket_bits = bucket_bits, .game_bits = 16};
  std::vector<Posting> postings = without_twins(testing::random_postings(keys, 500, keys + 7));
  // All postings are in the bucket whose bits are all ones.
  for (Posting& posting : postings) {
    posting.key = static_cast<PositionKey>(static_cast<std::uint64_t>(posting.key) >> bucket_bits |
                                           ~(~std::uint64_t{0} >> bucket_bits));
  }
  BucketSorter sorter;
  std::vector<Posting> expected = postings;
  std::ranges::sort(expected, comes_before);
  REQUIRE(std::ranges::equal(sorter.sorted(postings, layout), expected));
  REQUIRE(std::ranges::equal(sorter.first_occurrences(postings, layout),
                             slow_first_occurrences(postings)));
}

TEST_CASE("a game that repeats a position keeps its first occurrence", "[posting]") {
  const PositionKey key{0x123456789abcdef0};
  const std::vector<Posting> postings = {{.key = key, .game = 1, .next = 9, .ply = 20},
                                         {.key = key, .game = 1, .next = 8, .ply = 12},
                                         {.key = key, .game = 0, .next = 7, .ply = 30},
                                         {.key = key, .game = 1, .next = 6, .ply = 16},
                                         {.key = key, .game = 2, .next = 5, .ply = 12}};
  BucketSorter sorter;
  const auto left =
      sorter.first_occurrences(postings, BlockLayout{.bucket_bits = 0, .game_bits = 8});
  REQUIRE(left.size() == 3);
  REQUIRE(left[0].next == 7);
  REQUIRE(left[1].next == 8);
  REQUIRE(left[2].next == 5);
}

TEST_CASE("two positions with the same known part both stay", "[posting]") {
  const PositionKey low{0x1234567890aa0001};
  const PositionKey high{0x1234567890aaff01};
  const std::vector<Posting> postings = {{.key = high, .game = 0, .next = 1, .ply = 4},
                                         {.key = low, .game = 0, .next = 2, .ply = 7},
                                         {.key = low, .game = 3, .next = 3, .ply = 5},
                                         {.key = high, .game = 0, .next = 4, .ply = 9}};
  BucketSorter sorter;
  const auto left =
      sorter.first_occurrences(postings, BlockLayout{.bucket_bits = 9, .game_bits = 8});
  REQUIRE(left.size() == 3);
  REQUIRE(left[0].next == 1);
  REQUIRE(left[1].next == 2);
  REQUIRE(left[2].next == 3);
  for (const Posting& posting : left) REQUIRE(posting.key == PositionKey{0x1234567890aa0000});
}

TEST_CASE("a hundred thousand games through one position are sorted with their neighbours",
          "[posting]") {
  std::vector<Posting> postings;
  for (std::uint32_t game = 0; game < 100'000; ++game) {
    const auto other = static_cast<PositionKey>(game * 0x9e3779b97f4a7c15);
    postings.push_back({.key = other, .game = game, .next = 1, .ply = 9});
    postings.push_back({.key = PositionKey{0x8000000000000000}, .game = game, .next = 2, .ply = 0});
  }
  if (GENERATE(false, true)) std::ranges::reverse(postings);
  BucketSorter sorter;
  const BlockLayout layout{.bucket_bits = 0, .game_bits = 24};
  REQUIRE(std::ranges::equal(sorter.first_occurrences(postings, layout),
                             slow_first_occurrences(postings)));
}

}  // namespace
}  // namespace arbiter::testing
