// By what games are divided among files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct SplitKeys {
  std::vector<std::string> tags = {};  // a game goes where the value of each of them says
  std::size_t characters = SIZE_MAX;   // of the value: so many of the first
  bool by_whole_round = false;         // "3.2", a board of round 3, is "3"
};

// The values that decide, each once, in UTF-8; "" for a tag that is missing, or says that nothing
// is known.
std::vector<std::string> keys_of(const PgnGame& game, const SplitKeys& split);

}  // namespace arbiter
