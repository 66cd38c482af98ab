// A report made of games.
#pragma once

#include <span>
#include <string>

#include "lib/base/result.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament.h"
#include "lib/tournament/trf.h"

namespace arbiter {

// Of a tournament made of these games: players by rating, with the points and ranks of the games.
// Fails where a game has no round or no result, where a player has two games in a round, and where
// there are more players or rounds than TRF has room for. `files` as in place_of().
Result<TrfReport> trf_of_games(std::span<const EventGame> games, const Tournament& tournament,
                               std::span<const std::string> files);

}  // namespace arbiter
