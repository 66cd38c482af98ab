// What stands in a game's tag section and is neither tag nor token.
#pragma once

#include <string_view>
#include <vector>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The pieces of text before and between the tags, up to the first word behind them,
// that could not be read: damaged tags. Trimmed, in the order of the text.
std::vector<std::string_view> damaged_tags(const PgnGame& game);

}  // namespace arbiter
