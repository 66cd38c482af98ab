// stats --sort: the order of groups of games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_statistics.h"
#include "lib/base/result.h"

namespace arbiter {

// Score is that of White, or of the player; Plies is the mean length.
enum class GroupKey : std::uint8_t { Name, Games, WhiteWins, Draws, BlackWins, Score, Plies };

enum class GroupDirection : std::uint8_t { Rising, Falling };

struct GroupSort {
  GroupKey key = GroupKey::Name;
  GroupDirection direction = GroupDirection::Rising;
};

// What decides first comes first.
using GroupOrder = std::vector<GroupSort>;

// "-games", "-games,name"; a minus is falling.
Result<GroupOrder> parse_group_order(std::string_view text);

// Every key, rising and falling: what --sort takes.
std::vector<std::string> group_key_words();

// `groups` have `by` in common. Groups that are equal by all keys keep their order. What is not
// known, a name or a score, comes last in either direction. Numbers in names count as numbers:
// 900-999 is before 2000-2099.
void sort_groups(std::vector<StatisticsRow>& groups, GroupBy by, const GroupOrder& order);

}  // namespace arbiter
