// Whether a game was played on a server.
#pragma once

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// By its Site and Mode: an address, the name of a server, or "ICS". Games of a
// broadcast have an address as well, so this is a reason for doubt and no proof.
bool is_online(const PgnGame& game);

}  // namespace arbiter
