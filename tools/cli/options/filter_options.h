// Options that select games.
#pragma once

#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/storage.h"
#include "db/stream/file_filter.h"
#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// The heading of filters in help.
inline constexpr const char* kFilterGroup =
    "Filters (all must match; --not-player, --not-white, ... exclude games)";

struct FilterParts {
  NamedPositions* positions = nullptr;  // set to those of --positions-from
  bool has_player_games = true;         // --won, --drew, --lost, --as-white and --as-black
};

// --player, --not-player, --white, ... --where: all of filter_fields.h, and --positions-from. A
// game must match one of the values of each option (with not-: none of them).
void add_filters(CommandLine& app, GameFilter& filter, const FilterParts& parts = {});

// --where alone, for commands whose other options would be mistaken for filters.
Option* add_where(CommandLine& app, GameFilter& filter);

// Adds --sort for games.
Option* add_sort(CommandLine& app, std::vector<SortOrder>& order);

}  // namespace arbiter
