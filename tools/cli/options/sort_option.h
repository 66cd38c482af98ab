// --sort: the order of a list of games.
#pragma once

#include <string_view>
#include <vector>

#include "db/model/storage.h"
#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// "date", "-date" (falling), "-date,white".
Result<std::vector<SortOrder>> parse_order(std::string_view text);

Option* add_sort(CommandLine& app, std::vector<SortOrder>& order);

}  // namespace arbiter
