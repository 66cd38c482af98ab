// The games of a tournament against each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lib/tournament/event_finding.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"

namespace arbiter {

// Reports what no game shows alone: the group "tournament" of the catalogue. In the order of the
// games. `files` are the names of the files by EventGame::file; with one alone its name is not
// said. Cost: n log n in the games, and square in the players up to a thousand.
std::vector<EventFinding> check_event(std::span<const EventGame> games,
                                      const TournamentOfGames& event,
                                      std::span<const std::string> files);

}  // namespace arbiter
