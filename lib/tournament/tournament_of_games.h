// A tournament built from games, and its duplicate games.
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
  std::vector<std::array<PlayerIndex, 2>>
      players;  // White and Black of each game; the number of players stands for BYE
};

// Identifies players by FIDE id, otherwise by folded name (folded_name()) without titles, otherwise
// by initials. "Kasparov, G" is matched if only one Kasparov is compatible and the two never meet.
// `source` is the index of the game. Games against "BYE" are byes. Games without a result are
// Unfinished. Board numbers in the Round tag are used, unless a pair has several of them, which are
// then game numbers of a match. Games with is_of_playoff form the play-off.
TournamentOfGames tournament_of_games(std::span<const EventGame> games);

// Returns the round number of each game in the tournament; 0: unknown. Rounds with names
// ("Semifinal", "Final") follow rounds with numbers, if every game has a name or a number.
std::vector<std::uint32_t> round_numbers(std::span<const EventGame> games);

// A duplicate game, as game indices.
struct RepeatedGame {
  std::uint32_t game = 0;     // the duplicate, which does not count
  std::uint32_t counted = 0;  // the game that counts
};

// Removes duplicate games from a tournament built from these games. Duplicates have the same
// players with the same colours in the same round, and the same moves on the same day. Moves and
// days may differ in a Swiss, a round robin or a team tournament, where opponents meet once in a
// round. Keeps the first game with a result. Recognizes the system again. Returns the duplicates in
// game order. Takes O(n log n).
std::vector<RepeatedGame> count_once(std::span<const EventGame> games, Tournament& tournament);

// Returns text such as "game 9 (line 80) duplicates game 7 (line 41); counted once". `files` is as
// in place_of().
std::string to_string(const RepeatedGame& repeated, std::span<const EventGame> games,
                      std::span<const std::string> files);

}  // namespace arbiter
