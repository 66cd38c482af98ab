// The players that the names of a filter match.
#pragma once

#include "db/model/storage.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// Prints to standard error which players a name matches if they are several, and similar names if
// it matches none. Reads the names of all players for each name in the filter.
void print_matched_players(const GameFilter& filter, Storage& storage, Console& console);

}  // namespace arbiter
