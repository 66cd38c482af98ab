// Random postings, for code that packs, sorts and finds them.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Random numbers that are the same on all platforms.
class RandomPostings {
 public:
  explicit RandomPostings(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  PositionKey key() { return static_cast<PositionKey>(random_()); }

  // Returns a move that has a number in postings, or sometimes none.
  std::uint16_t move();

  // Returns a random posting of a game below `games`.
  Posting posting(PositionKey key, std::uint32_t games) {
    return {.key = key,
            .game = static_cast<std::uint32_t>(below(games)),
            .next = move(),
            .ply = static_cast<std::uint16_t>(below(8) == 0 ? below(65536) : below(150))};
  }

  std::vector<GameFacts> facts(std::size_t games);

 private:
  std::mt19937_64 random_;
};

// Returns unsorted postings of `keys` keys, with repetitions. Each key is in a few of `games`
// games, and one in a hundred is in many.
std::vector<Posting> random_postings(std::size_t keys, std::uint32_t games, std::uint64_t seed);

}  // namespace arbiter::testing
