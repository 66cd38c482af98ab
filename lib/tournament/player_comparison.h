// The players of games against those of a report; used by crosscheck.cc only.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lib/tournament/crosscheck.h"
#include "lib/tournament/event_report.h"

namespace arbiter {

struct PlayersCompared {
  std::span<const EventGame> games;
  const TournamentOfGames& event;
  const TrfReport& trf;
  const Tournament& report;   // made of it
  const EventReport& places;  // of the games
};

// Names, ids and ratings that differ, each where it does first, and players that the report does
// not have. `matches` are by player of the games.
std::vector<CrosscheckFinding> compare_players(
    const PlayersCompared& compared, std::span<const std::optional<MatchedPlayer>> matches);

}  // namespace arbiter
