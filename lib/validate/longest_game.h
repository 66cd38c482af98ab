// How far the moves of a game are followed.
#pragma once

#include <cstddef>

namespace arbiter {

// In half-moves. No game that ends by the 75-move rule has more than 17,700.
inline constexpr std::size_t kLongestGame = 20'000;

}  // namespace arbiter
