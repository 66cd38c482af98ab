// Players who leave a round robin (FIDE Handbook C.05).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter {

// Removes a player with all games and byes, as a round robin does with one who withdrew before
// half of the games (FIDE Handbook C.05). Later players move up in Tournament::players.
void remove_player(Tournament& tournament, PlayerIndex player);

// A player who left a round robin.
struct Withdrawal {
  std::string player;
  std::uint32_t round = 0;    // the last one of the player
  std::uint32_t played = 0;   // games
  std::uint32_t missing = 0;  // games against players who stayed
  bool is_removed = false;    // fewer than half of the games were played
};

// Applies C.05 to the players who left a complete round robin of games without a report. They have
// no game in several last rounds, while the others have met. Before half of the games, the player
// is removed. Later, the missing games become wins of the opponents by forfeit, which
// have no source. Returns the withdrawals.
std::vector<Withdrawal> settle_withdrawals(Tournament& tournament);

}  // namespace arbiter
