#include "tests/db/random_postings.h"

#include <algorithm>

#include "db/model/posting.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

std::uint16_t RandomPostings::move() {
  while (true) {
    if (const auto move = move_of_posting(static_cast<unsigned>(below(4096)))) return *move;
  }
}

std::vector<GameFacts> RandomPostings::facts(std::size_t games) {
  std::vector<GameFacts> facts(games);
  const auto known_or_not = [this](std::uint64_t least, std::uint64_t most) {
    return static_cast<std::uint16_t>(below(4) == 0 ? 0 : least + below(most - least + 1));
  };
  for (GameFacts& game : facts) {
    game = {.result = static_cast<Outcome>(below(4)),
            .white_elo = known_or_not(800, 2850),
            .black_elo = known_or_not(800, 2850),
            .year = known_or_not(1850, 2026)};
  }
  return facts;
}

std::vector<Posting> random_postings(std::size_t keys, std::uint32_t games, std::uint64_t seed) {
  RandomPostings random(seed);
  std::vector<Posting> postings;
  for (std::size_t i = 0; i < keys; ++i) {
    const PositionKey key = random.key();
    std::uint64_t count = 1;
    if (random.below(3) == 0) count += random.below(6);
    if (random.below(100) == 0) count += random.below(600);
    for (; count > 0; --count) postings.push_back(random.posting(key, games));
  }
  for (std::size_t i = postings.size(); i > 1; --i) {
    std::swap(postings[i - 1], postings[random.below(i)]);
  }
  return postings;
}

}  // namespace arbiter::testing
