// The tournament that games make up.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament.h"

namespace arbiter::tournament {

// Why a name counts as that of a player whose name is written differently.
enum class Identity : std::uint8_t {
  FideId,    // both have the same
  Name,      // the same words: "Müller, J." and "MULLER,J"
  Initials,  // a guess: "Kasparov, G" where one Kasparov alone fits, whom he never meets
  Own,       // nobody knows who it is: "?", "NN"
};

struct TournamentOfGames {
  Tournament tournament;
  // Of each game White's and Black's player, and why.
  std::vector<std::array<PlayerIndex, 2>> players;
  std::vector<std::array<Identity, 2>> identities;
};

// Players are known by FIDE id, else by their folded names (name_folding.h), else by initials.
// `Pairing::source` is the index of the game. Games against "BYE" are byes; those without a result
// are Unfinished. Boards in the Round tag count as such unless one pairing has several (then they
// are the games of a match).
TournamentOfGames tournament_of_games(std::span<const EventGame> games);

}  // namespace arbiter::tournament
