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

// The help heading of filters.
inline constexpr const char* kFilterGroup =
    "Filters (all must match; --not-player, --not-white, ... exclude games)";

struct FilterParts {
  NamedPositions* positions = nullptr;  // set to the positions of --positions-from
  // True to add --won, --drew, --lost, --as-white and --as-black.
  bool has_player_games = true;
  bool has_player = true;  // false if the command has a --player of its own
};

// Adds --positions-from and an option for each field of filter_fields.h: --player, --not-player,
// --white, ... --where. A game must match one of the values of each option, and none of the values
// of a not- option.
void add_filters(CommandLine& app, GameFilter& filter, const FilterParts& parts = {});

// Adds only --where, for commands whose own options could be confused with filters.
Option* add_where(CommandLine& app, GameFilter& filter);

Option* add_sort(CommandLine& app, std::vector<SortOrder>& order);

}  // namespace arbiter
