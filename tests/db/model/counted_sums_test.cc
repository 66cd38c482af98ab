#include <catch2/catch.hpp>

#include "db/model/position_sums.h"
#include "tests/db/random_postings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Played {
  std::uint16_t next;
  GameFacts facts;
};

std::vector<Played> random_games_of(std::size_t games, std::uint64_t seed) {
  RandomPostings random(seed);
  std::vector<Played> played;
  for (const GameFacts& facts : random.facts(games)) {
    played.push_back({static_cast<std::uint16_t>(random.below(9) * 300), facts});
  }
  return played;
}

TEST_CASE("subtracted sums leave no trace", "[sums]") {
  const std::size_t games = GENERATE(1U, 2U, 300U, 4000U);
  const std::uint64_t share = GENERATE(1U, 2U, 10U);
  RandomPostings random(games + share);
  CountedSums all;
  CountedSums some;
  PositionSums left;
  for (const auto& [next, facts] : random_games_of(games, share)) {
    all.add(next, facts);
    if (random.below(share) == 0) {
      some.add(next, facts);
    } else {
      left.add(next, facts);
    }
  }
  REQUIRE(all.subtract(some));
  REQUIRE(all.sums() == left);
}

TEST_CASE("sums that were never added cannot be subtracted", "[sums]") {
  CountedSums one;
  one.add(7, {.result = Outcome::Draw, .white_elo = 2000, .black_elo = 0, .year = 1950});
  const GameFacts other = GENERATE(
      GameFacts{.result = Outcome::WhiteWins, .white_elo = 2000, .black_elo = 0, .year = 1950},
      GameFacts{.result = Outcome::Draw, .white_elo = 2001, .black_elo = 0, .year = 1950},
      GameFacts{.result = Outcome::Draw, .white_elo = 2000, .black_elo = 1, .year = 1950},
      GameFacts{.result = Outcome::Draw, .white_elo = 2000, .black_elo = 0, .year = 1951});
  CountedSums another;
  another.add(7, other);
  REQUIRE_FALSE(one.subtract(another));
}

TEST_CASE("counted sums add up and are read back from their bytes", "[sums]") {
  const std::size_t games = GENERATE(0U, 1U, 256U, 5000U);
  CountedSums parts[2];
  CountedSums whole;
  PositionSums expected;
  for (const auto& [next, facts] : random_games_of(games, games)) {
    parts[(next / 300 + facts.year) % 2].add(next, facts);
    whole.add(next, facts);
    expected.add(next, facts);
  }
  parts[0].add(parts[1]);
  REQUIRE(parts[0] == whole);
  REQUIRE(whole.sums() == expected);
  std::vector<std::uint8_t> bytes;
  append_sums(whole, bytes);
  REQUIRE(read_counted_sums(bytes) == whole);
  REQUIRE(read_sums(bytes, SumsForm::YearCounts) == expected);
}

TEST_CASE("counted sums whose bytes end early, or do not ascend, are rejected", "[sums]") {
  using Bytes = std::vector<std::uint8_t>;
  // The bytes are the move, four results, four rating values, and a step and a game count for each
  // year.
  const auto bytes = GENERATE(Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 1}, Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0},
                              Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1},  // step is missing
                              Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 9, 0},  // no games
                              Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 128, 128, 4, 1},  // year 65536
                              Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0});
  REQUIRE_FALSE(read_counted_sums(bytes));
  REQUIRE_FALSE(read_sums(bytes, SumsForm::YearCounts));
}

}  // namespace
}  // namespace arbiter::testing
