#include "db/model/position_sums.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/db/random_postings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("sums count results, known ratings and known years", "[sums]") {
  PositionSums sums;
  sums.add(7, {.result = Outcome::Draw, .white_elo = 2000, .black_elo = 0, .year = 1950});
  sums.add(7, {.result = Outcome::WhiteWins, .white_elo = 2100, .black_elo = 1900, .year = 0});
  sums.add(3, {.result = Outcome::Unknown, .white_elo = 0, .black_elo = 0, .year = 0});
  sums.add(7, {.result = Outcome::Draw, .white_elo = 0, .black_elo = 2000, .year = 1948});

  REQUIRE(sums.all_games() == 4);
  REQUIRE(sums.moves().size() == 2);
  const MoveSums& unknown = sums.moves()[0];
  REQUIRE(unknown.next == 3);
  REQUIRE(unknown.games[static_cast<int>(Outcome::Unknown)] == 1);
  REQUIRE(unknown.first_year == 0);
  REQUIRE(unknown.last_year == 0);
  const MoveSums& known = sums.moves()[1];
  REQUIRE(known.next == 7);
  REQUIRE(known.games[static_cast<int>(Outcome::Draw)] == 2);
  REQUIRE(known.games[static_cast<int>(Outcome::WhiteWins)] == 1);
  REQUIRE(known.white_elo_sum == 4100);
  REQUIRE(known.white_elo_games == 2);
  REQUIRE(known.black_elo_sum == 3900);
  REQUIRE(known.black_elo_games == 2);
  REQUIRE(known.first_year == 1948);
  REQUIRE(known.last_year == 1950);
}

PositionSums random_sums(std::uint64_t seed, std::size_t games) {
  testing::RandomPostings random(seed);
  PositionSums sums;
  for (const GameFacts& game : random.facts(games)) {
    sums.add(
        static_cast<std::uint16_t>(random.below(2) == 0 ? random.below(30) : random.below(65536)),
        game);
  }
  return sums;
}

TEST_CASE("the sums of two parts add up to those of the whole", "[sums]") {
  testing::RandomPostings random(5);
  const std::vector<GameFacts> games = random.facts(500);
  PositionSums whole;
  PositionSums parts[2];
  for (const GameFacts& game : games) {
    const auto next = static_cast<std::uint16_t>(random.below(12));
    whole.add(next, game);
    parts[random.below(2)].add(next, game);
  }
  PositionSums sum;
  sum.add(parts[0]);
  sum.add(parts[1]);
  REQUIRE(sum == whole);
}

TEST_CASE("sums are read back from their bytes", "[sums]") {
  const std::size_t games = GENERATE(0U, 1U, 256U, 5000U);
  const PositionSums sums = random_sums(games, games);
  std::vector<std::uint8_t> bytes;
  append_sums(sums, bytes);
  const auto read = read_sums(bytes, SumsForm::YearRange);
  REQUIRE(read);
  REQUIRE(*read == sums);
}

TEST_CASE("bytes that end within a move's sums are rejected", "[sums]") {
  const PositionSums sums = random_sums(1, 40);
  std::vector<std::uint8_t> bytes;
  append_sums(sums, bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto read = read_sums(std::span(bytes).first(size), SumsForm::YearRange);
    if (read) REQUIRE(read->moves().size() < sums.moves().size());
  }
}

TEST_CASE("moves out of order and numbers too large are rejected", "[sums]") {
  using Bytes = std::vector<std::uint8_t>;
  const auto bytes = GENERATE(
      Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},  // move 5 twice
      // Move 4 after move 5.
      Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
      Bytes{128, 128, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},  // move 65536
      Bytes{5, 0, 0, 1, 0, 0, 0, 0, 0, 255, 255, 3, 1},  // year 65536
      Bytes{5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0});  // 2^65
  REQUIRE_FALSE(read_sums(bytes, SumsForm::YearRange));
}

}  // namespace
}  // namespace arbiter::testing
