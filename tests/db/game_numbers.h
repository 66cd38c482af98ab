// A function that converts a game set to game numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "db/model/game_set.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

inline std::vector<std::int64_t> numbers_of(const GameSet& games) {
  std::vector<std::int64_t> numbers;
  games.for_each([&](GameId game) {
    numbers.push_back(number_of(game));
    return true;
  });
  return numbers;
}

}  // namespace arbiter::testing
