// Players who leave a round robin (FIDE Handbook C.05).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter {

// Removes a player with all games and byes. A round robin requires this if the player withdrew
// before half of the games (FIDE Handbook C.05). Later players move up in Tournament::players.
void remove_player(Tournament& tournament, PlayerIndex player);

struct Withdrawal {
  std::string player;
  std::uint32_t round = 0;    // the player's last round
  std::uint32_t played = 0;   // number of games played
  std::uint32_t missing = 0;  // number of missing games against remaining players
  bool is_removed = false;    // fewer than half of the games were played
};

// Applies C.05 to players who left a complete round robin, if there is no report. These have no
// game in the last rounds, while all others have met. A player who left before half of the games is
// removed. Otherwise the missing games become forfeit wins of the opponents, without a source.
// Returns the withdrawals.
std::vector<Withdrawal> settle_withdrawals(Tournament& tournament);

}  // namespace arbiter
