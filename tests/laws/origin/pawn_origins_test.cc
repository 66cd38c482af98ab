// Compares fewest_captures() with an exhaustive search over all assignments of pieces to files.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <numeric>

#include "lib/laws/origin/origin_pieces.h"
#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::Random;
using testing::random_below;

std::optional<int> fewest_by_trying_all(const std::vector<PawnCosts>& pieces) {
  std::array<std::size_t, 8> files{};
  std::iota(files.begin(), files.end(), std::size_t{0});
  std::optional<int> fewest;
  do {
    int captures = 0;
    bool is_possible = true;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const auto cost = pieces[piece][files[piece]];
      is_possible &= cost.has_value();
      captures += cost.value_or(0);
    }
    if (is_possible && (!fewest || captures < *fewest)) fewest = captures;
  } while (std::next_permutation(files.begin(), files.end()));
  return fewest;
}

TEST_CASE("a pawn needs one capture for each file that it moved aside", "[origin]") {
  const PawnCosts white = costs_of_pawn(Color::White, Square::C4);
  const PawnCosts expected = {2, 1, 0, 1, 2, std::nullopt, std::nullopt, std::nullopt};
  CHECK(white == expected);
  CHECK(costs_of_pawn(Color::Black, Square::C5) == expected);
  const PawnCosts unmoved = costs_of_pawn(Color::White, Square::E2);
  CHECK(unmoved[4] == 0);
  CHECK(std::count(unmoved.begin(), unmoved.end(), std::optional<int>()) == 7);
}

TEST_CASE("the minimum of captures is that found by trying every distribution", "[origin]") {
  Random random(88);
  for (int round = 0; round < 60; ++round) {
    std::vector<PawnCosts> pieces;
    for (int count = random_below(random, 9); count > 0; --count) {
      const Square square = square_at(8 + random_below(random, 48));
      pieces.push_back(costs_of_pawn(round % 2 == 0 ? Color::White : Color::Black, square));
    }
    const auto found = fewest_captures(pieces);
    const auto tried = fewest_by_trying_all(pieces);
    REQUIRE(found.has_value() == tried.has_value());
    if (!found) continue;
    CHECK(found->captures == *tried);
    int sum = 0;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      sum += pieces[piece][static_cast<std::size_t>(found->came_from[piece])].value();
    }
    CHECK(sum == *tried);
  }
}

}  // namespace
}  // namespace arbiter::testing
