// Matches of several games: rounds of a knock-out, play-offs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter {

struct MatchScore {
  std::uint32_t round = 0;  // 0: unknown
  PlayerIndex one = 0;      // White of the first game
  PlayerIndex other = 0;
  HalfPoints one_points = 0;
  HalfPoints other_points = 0;
  std::uint32_t games = 0;
  bool is_finished = true;         // all games have results
  bool is_double_forfeit = false;  // nobody came to any game, so there is no winner
  std::optional<PlayerIndex> winner = {};
};

// Returns the matches in the order of their first games. The winner has more points. If the points
// are equal, the winner is the one of the two who plays in a later round. If both do, because the
// loser plays for the third place, it is the one who meets another winner. A match with unfinished
// games has no winner unless one plays on.
std::vector<MatchScore> matches_of(std::span<const Pairing> games);

// Returns by player how far each one came in a knock-out: the higher number came further. Players
// who lost in the same round are equal, unless they met again. A loser who meets no other loser of
// the round next has won, and has replaced a winner who has left.
std::vector<std::uint32_t> knock_out_progress(const Tournament& tournament);

}  // namespace arbiter
