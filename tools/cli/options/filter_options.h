// Options that say which games are meant.
#pragma once

#include "db/model/game_filter.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::options {

// --player, --white, ... --where: all of filter_fields.h. Values of the same option add up:
// of a list, one has to hold, ranges narrow each other.
void add_filters(CommandLine& app, GameFilter& filter);

// --where alone, for commands whose other options would be mistaken for filters.
Option* add_where(CommandLine& app, GameFilter& filter);

}  // namespace arbiter::cli::options
