#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "db/sqlite/index/segment.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::uint64_t kSmall = 80'000;  // number of postings of a thousand games

std::vector<Segment> segments_of(const std::vector<std::uint64_t>& sizes) {
  std::vector<Segment> segments;
  for (const std::uint64_t size : sizes) {
    Segment& segment = segments.emplace_back();
    segment.id = static_cast<std::int64_t>(segments.size());
    segment.postings = size;
  }
  return segments;
}

std::vector<std::int64_t> merged(const std::vector<Segment>& segments) {
  std::vector<std::int64_t> ids;
  for (const Segment& segment : next_merge(segments)) ids.push_back(segment.id);
  return ids;
}

TEST_CASE("a class is eight times as large as the one before", "[merge]") {
  REQUIRE(size_class(0) == 0);
  REQUIRE(size_class((1 << 17) - 1) == 0);
  REQUIRE(size_class(1 << 17) == 1);
  REQUIRE(size_class((1 << 20) - 1) == 1);
  REQUIRE(size_class(1 << 20) == 2);
  REQUIRE(size_class(std::uint64_t{1} << 32) == 6);
}

TEST_CASE("eight of a class are merged, and small ones before a large one", "[merge]") {
  struct Case {
    std::vector<std::uint64_t> sizes;
    std::vector<std::int64_t> merged;
  };
  const std::uint64_t medium = 8 * kSmall;
  const std::uint64_t large = 64 * kSmall;
  const auto [sizes, expected] =
      GENERATE_COPY(Case{{}, {}}, Case{{kSmall}, {}}, Case{{7, kSmall, 7, 1, 1, 1, 1}, {}},
                    Case{{large, 7, 7, 7, 7, 7, 7, 7, 7}, {2, 3, 4, 5, 6, 7, 8, 9}},
                    Case{{large, medium, kSmall}, {}}, Case{{large, kSmall, medium}, {2, 3}},
                    Case{{large, medium, 1, 2, medium, 5}, {3, 4, 5}},
                    Case{{kSmall, kSmall, large, large}, {1, 2, 3}});
  REQUIRE(merged(segments_of(sizes)) == expected);
}

TEST_CASE("a running merge separates the segments before and after it", "[merge]") {
  std::vector<Segment> segments = segments_of(std::vector<std::uint64_t>(15, kSmall));
  segments[7].merge = 99;
  REQUIRE(merged(segments).empty());
  segments[7].merge = 0;
  segments[0].merge = 99;
  REQUIRE(merged(segments).size() == 14);
}

// Adds imports of arbitrary sizes in sequence, and runs all due merges.
struct Ladder {
  std::vector<Segment> segments;
  std::uint64_t written = 0;  // number of postings written by merges

  void add(std::uint64_t postings) {
    Segment segment;
    segment.id = ++last_id;
    segment.postings = postings;
    segments.push_back(segment);
    for (auto merge = next_merge(segments); !merge.empty(); merge = next_merge(segments)) {
      const auto first = std::ranges::find(segments, merge.front().id, &Segment::id);
      Segment& whole = *first;
      whole.id = ++last_id;
      whole.postings = 0;
      for (const Segment& part : merge) whole.postings += part.postings;
      written += whole.postings;
      segments.erase(first + 1, first + static_cast<std::ptrdiff_t>(merge.size()));
    }
  }

  std::int64_t last_id = 0;
};

TEST_CASE("imports of any sizes leave few segments, and each posting is rarely merged", "[merge]") {
  const int kind = GENERATE(0, 1, 2, 3);
  std::mt19937_64 random(static_cast<std::uint64_t>(kind));
  Ladder ladder;
  std::uint64_t brought = 0;
  std::size_t most = 0;
  for (int import = 0; import < 3000; ++import) {
    const std::uint64_t sizes[] = {kSmall, import % 2 == 0 ? 100 * kSmall : kSmall,
                                   1 + random() % (kSmall << random() % 9),
                                   import % 9 == 0 ? 70 * kSmall : 50};
    ladder.add(sizes[kind]);
    brought += sizes[kind];
    most = std::max(most, ladder.segments.size());
    std::map<unsigned, int> of_class;
    unsigned before = 99;
    for (const Segment& segment : ladder.segments) {
      const unsigned size = size_class(segment.postings);
      REQUIRE(size <= before);
      REQUIRE(++of_class[size] < 8);
      before = size;
    }
  }
  CAPTURE(kind, brought, ladder.written);
  REQUIRE(most <= 7 * (size_class(brought) + 1));
  REQUIRE(ladder.written < 7 * brought);
}

}  // namespace
}  // namespace arbiter::testing
