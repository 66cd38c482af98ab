// Games seen from the side of the player whom a filter names (white_is_player).
#pragma once

#include "db/model/game_filter.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// Return the games of the filter in which its player has White, or Black. Precondition: the filter
// names a player.
GameFilter as_white(const GameFilter& filter);
GameFilter as_black(const GameFilter& filter);

// Returns the games of the filter with this result of its player: WhiteWins are his wins, BlackWins
// his losses. Precondition: the filter names a player.
GameFilter with_player_result(const GameFilter& filter, Outcome result);

}  // namespace arbiter
