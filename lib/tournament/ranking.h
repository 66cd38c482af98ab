// Places by points and tie-breaks, for players and for teams.
#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/tie_break_values.h"

namespace arbiter {

using TiedGroup = std::vector<PlayerIndex>;

// The result of a tie-break that orders tied players, such as DE.
struct TiedOrder {
  std::vector<TiedGroup> groups;             // from the best one
  std::map<PlayerIndex, Hundredths> values;  // shown values, if the tie-break separates players
};

// Returns the order by the games among tied players (6). It begins again within each group, until
// no tie is broken.
TiedOrder direct_encounter(const TieBreakValues& values, bool counts_forfeits,
                           const TiedGroup& tied);

// Returns the order of a tied group; nothing for a tie-break that has values.
using OrderOfTied = std::function<std::optional<TiedOrder>(const TieBreak&, const TiedGroup&)>;

// Sorts rows by merit and tie-breaks, and sets their places: tied rows share one, and are sorted
// by name.
void rank_rows(Standings& standings, const OrderOfTied& order,
               const std::function<std::string_view(PlayerIndex)>& name);

}  // namespace arbiter
