// Options that select games.
#pragma once

#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/storage.h"
#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// The heading of filters in help.
inline constexpr const char* kFilterGroup =
    "Filters (all must match; --not-player, --not-white, ... exclude games)";

// --player, --not-player, --white, ... --where: all of filter_fields.h. A game must match one of
// the values of each option (with not-: none of them).
void add_filters(CommandLine& app, GameFilter& filter);

// --where alone, for commands whose other options would be mistaken for filters.
Option* add_where(CommandLine& app, GameFilter& filter);

// Adds --sort for games.
Option* add_sort(CommandLine& app, std::vector<SortOrder>& order);

}  // namespace arbiter
