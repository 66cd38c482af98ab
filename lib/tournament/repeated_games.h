// Games that stand in the files twice, and count once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// Indices of games.
struct RepeatedGame {
  std::uint32_t game = 0;     // does not count
  std::uint32_t counted = 0;  // the one that counts
};

// Takes out of a tournament made of these games those that are there before: the same players with
// the same colours in the same round, with the same moves; or, in a Swiss, a round robin and a team
// tournament, where nobody meets an opponent twice in a round, with others. The first one with a
// result counts. Recognizes the system anew. In the order of the games. Cost: n log n.
std::vector<RepeatedGame> count_once(std::span<const EventGame> games, Tournament& tournament);

// "game 9 (line 80) is game 7 (line 41) again: it counts once". `files` as in place_of().
std::string to_string(const RepeatedGame& repeated, std::span<const EventGame> games,
                      std::span<const std::string> files);

}  // namespace arbiter
