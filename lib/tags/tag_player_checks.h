// The values of tags about a player: name, rating, title, FIDE id, type, address.
#pragma once

#include "lib/pgn/game_reporter.h"

namespace arbiter {

// Values that are not empty and not "?".
void check_player_name(const PgnTag& tag, GameReporter& reporter);
void check_rating(const PgnTag& tag, GameReporter& reporter);
void check_title(const PgnTag& tag, GameReporter& reporter);
void check_fide_id(const PgnTag& tag, GameReporter& reporter);
void check_player_type(const PgnTag& tag, GameReporter& reporter);
void check_network_address(const PgnTag& tag, GameReporter& reporter);

}  // namespace arbiter
