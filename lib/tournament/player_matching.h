// Which players of some games are which of a report; used by crosscheck.cc only.
#pragma once

#include <optional>
#include <vector>

#include "lib/tournament/crosscheck.h"

namespace arbiter {

// By player of the games.
std::vector<std::optional<MatchedPlayer>> match_players(const Tournament& games,
                                                        const Tournament& report);

}  // namespace arbiter
