// A tournament report with the games that it does not have yet.
#pragma once

#include <cstddef>
#include <span>

#include "lib/tournament/crosscheck.h"

namespace arbiter {

struct JoinedEvent {
  Tournament tournament;      // Pairing::source is the index of the game, if there is one
  std::size_t added = 0;      // games of pairings that the report does not have
  std::size_t findings = 0;   // of crosscheck(), without missing and added games
  std::size_t unmatched = 0;  // findings about those
};

// Returns the tournament of a report with more games: pairings that it does not have, and results
// of its open games. Byes, forfeits and all other results are those of the report. `checked` is the
// crosscheck() of all rounds with these games.
JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked);

}  // namespace arbiter
