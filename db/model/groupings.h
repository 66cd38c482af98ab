// The names of groups of games, for options and programs.
#pragma once

#include <string_view>

#include "db/model/game_statistics.h"

namespace arbiter {

struct Grouping {
  std::string_view name;
  GroupBy by;
};

// In the order of GroupBy.
inline constexpr Grouping kGroupings[] = {
    {"year", GroupBy::Year},       {"eco", GroupBy::Eco},
    {"opening", GroupBy::Opening}, {"family", GroupBy::OpeningFamily},
    {"player", GroupBy::Player},   {"event", GroupBy::Event},
    {"site", GroupBy::Site},       {"elo", GroupBy::Elo},
    {"result", GroupBy::Result},   {"ending", GroupBy::Ending},
    {"plies", GroupBy::Plies},     {"first-move", GroupBy::FirstMove},
};

}  // namespace arbiter
