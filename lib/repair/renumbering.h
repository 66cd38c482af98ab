// Move numbers that follow the moves when some are put in or taken out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/text_edits.h"

namespace arbiter {

struct Shift {
  std::uint32_t first_token = 0;  // up to here nothing changes
  // Half-moves before the token `first_token` is played, from the start of the
  // counting ("1." is 0), after the change.
  std::int64_t plies = 0;
  std::vector<bool> removed = {};  // by token: those that are edited elsewhere
};

// Every number behind the shift becomes that of the move behind it. White's moves
// in the main line get one if they have none, Black's keep one only where
// something other than the move before stands in front of it (PGN 8.2.2.2).
void renumber(const PgnGame& game, const Shift& shift, TextEdits& edits);

}  // namespace arbiter
