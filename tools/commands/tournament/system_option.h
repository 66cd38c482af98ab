// Which system a tournament has.
#pragma once

#include <optional>

#include "lib/tournament/tournament.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// --system round-robin|...; nothing: that which the games show.
void add_system(CommandLine& app, std::optional<PlayedSystem>& system);

}  // namespace arbiter
