// A report made of games.
#pragma once

#include <span>

#include "lib/base/result.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"

namespace arbiter::tournament {

// Players by rating, with the points and ranks of the games. Fails where a game has no round or no
// result, or where a player has two games in a round: TRF cannot say that.
Result<TrfReport> trf_of_games(std::span<const EventGame> games, const TournamentOfGames& event);

}  // namespace arbiter::tournament
