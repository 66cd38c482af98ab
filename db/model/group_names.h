// Games that have a number in common: what it is called, and in which order groups are listed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/game_statistics.h"

namespace arbiter {

// Mean ratings and lengths are grouped by so many.
inline constexpr std::uint64_t kEloStep = 100;
inline constexpr std::uint64_t kPlyStep = 20;

// "1997", "B90", "2600-2699", "1-0", "mate", "e4"; empty for 0, which is not known. Of a mean
// rating `key` is its hundreds and one more, of a length its twenties and one more, of a result and
// an ending their number and one more, of a first move Move::bits. Empty for names and openings.
std::string group_name(GroupBy by, std::uint64_t key);

// As Storage::groups() promises, for groups that come by rising key: years, codes, ratings and
// lengths stay so, others are sorted by their games; those without a name come last.
void sort_groups(GroupBy by, std::vector<StatisticsRow>& groups);

}  // namespace arbiter
