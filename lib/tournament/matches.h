// Matches of several games, such as knock-out rounds and play-offs.
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
  bool is_double_forfeit = false;  // nobody appeared for any game, so nobody wins
  std::optional<PlayerIndex> winner = {};
};

// Returns the matches in the order of their first games. The player with more points wins. If
// points are equal, the player who plays in a later round wins. If both players do, because the
// loser plays for third place, the player who meets another winner wins. A match with unfinished
// games has no winner unless one player continues.
std::vector<MatchScore> matches_of(std::span<const Pairing> games);

// Returns the progress of each player in a knock-out; a player who came further has a higher value.
// Players who lost in the same round are equal, unless they met again. A loser whose next opponent
// is not another loser of the round counts as winner, having replaced a player who left.
std::vector<std::uint32_t> knock_out_progress(const Tournament& tournament);

}  // namespace arbiter
