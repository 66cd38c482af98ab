// The tournament that games make up.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
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
