// Players of games matched with those of a report; used by crosscheck.cc only.
#pragma once

#include <optional>
#include <vector>

#include "lib/tournament/crosscheck.h"

namespace arbiter {

// Returns the matches, indexed by player of the games.
std::vector<std::optional<MatchedPlayer>> match_players(const Tournament& games,
                                                        const Tournament& report);

}  // namespace arbiter
