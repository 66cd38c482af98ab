// The tournament that games make up.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

struct TournamentOfGames {
  Tournament tournament;
  std::vector<std::array<PlayerIndex, 2>> players;  // White's and Black's, of each game
};

// Players are known by FIDE id, else by their folded names (name_folding.h) without titles, else by
// initials
// ("Kasparov, G", where one Kasparov alone fits, whom he never meets).
// `source` is the index of the game. Games against "BYE" are byes; those without a result
// are Unfinished. Boards in the Round tag count as such unless one pairing has several (then they
// are the games of a match).
TournamentOfGames tournament_of_games(std::span<const EventGame> games);

}  // namespace arbiter
