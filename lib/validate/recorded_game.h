// One game out of a file, as far as its moves are legal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/move.h"
#include "lib/chess/setup.h"
#include "lib/io/byte_source.h"
#include "lib/laws/rules_profile.h"

namespace arbiter {

struct RecordedGame {
  std::string white;  // as in the tags; empty where there is none
  std::string black;
  Setup first = initial_setup();
  std::vector<Move> moves;  // of the main line
  // By the Date tag; without one the oldest Laws, as in checking games.
  RulesProfile rules = RulesProfile::FidePre2014;
  bool is_complete = true;  // no illegal or unreadable move stopped the replay
  bool has_more = false;    // games behind this one
};

// The game with that number, from 1. The error says that there is none, or that its
// first position cannot be played. Throws IoError.
Result<RecordedGame> read_game(ByteSource& source, std::uint64_t number);

}  // namespace arbiter
