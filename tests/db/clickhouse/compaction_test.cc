// The choice of batches whose sums are merged.
#include "db/clickhouse/writing/compaction.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

using Rows = std::vector<std::uint64_t>;

struct Case {
  const char* name;
  // `added` returns the rows of a new batch, and `merged` those of a merged one from the rows read.
  std::function<std::uint64_t(std::minstd_rand&)> added;
  std::function<std::uint64_t(std::uint64_t)> merged;
};

std::uint64_t all(std::uint64_t rows) { return rows; }

// Returns the rows of a merged batch if all games reach the same 20,000 positions.
std::uint64_t at_most(std::uint64_t rows) { return std::min<std::uint64_t>(rows, 20'000); }

}  // namespace

TEST_CASE("few batches remain unmerged, and the rows that are read grow like n log n",
          "[clickhouse]") {
  const std::vector<Case> cases = {
      {"equal ones", [](auto&) { return 7000; }, all},
      {"the same positions", [](auto&) { return 7000; }, at_most},
      {"some without sums", [](auto& random) { return random() % 2 * 5000; }, all},
      {"of all sizes", [](auto& random) { return 1u << random() % 14; }, all},
  };
  for (const Case& one : cases) {
    std::minstd_rand random;
    Rows sets;
    std::uint64_t added = 0;
    std::uint64_t read = 0;
    constexpr unsigned kBatches = 5000;
    for (unsigned batch = 0; batch < kBatches; ++batch) {
      sets.push_back(one.added(random));
      added += sets.back();
      while (sets.size() > kMaxSumSets) {
        std::ranges::sort(sets);
        const auto end = sets.begin() + static_cast<std::ptrdiff_t>(batches_to_merge(sets));
        std::uint64_t rows = 0;
        for (auto set = sets.begin(); set != end; ++set) rows += *set;
        read += rows;
        sets.erase(sets.begin(), end);
        sets.push_back(one.merged(rows));
      }
    }
    CAPTURE(one.name, added, read);
    CHECK(read < added * std::bit_width(kBatches));
  }
}

TEST_CASE("batches are merged with those of similar size", "[clickhouse]") {
  CHECK(batches_to_merge(Rows{5, 5}) == 2);
  CHECK(batches_to_merge(Rows{1, 1000}) == 2);
  CHECK(batches_to_merge(Rows{0, 0, 0, 7}) == 3);
  CHECK(batches_to_merge(Rows{1, 1, 2, 4, 8, 17}) == 5);
  CHECK(batches_to_merge(Rows(3000, 7)) == 1000);
}

}  // namespace arbiter::testing
