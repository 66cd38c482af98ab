// By which rules a game ends.
#pragma once

#include <optional>

#include "lib/laws/rules_profile.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// --rules date|fide|...; nothing: those in force when the game was played.
Option* add_rules(CommandLine& app, std::optional<RulesProfile>& rules);

}  // namespace arbiter
