// Whether a side can force mate, which US Chess asks when a flag has fallen (14E2, 14E3).
#pragma once

#include <cstdint>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

enum class ForcedWin : std::uint8_t {
  Yes,       // with a line to mate
  No,        // the other side can force a position in which no mate is possible
  NotFound,  // neither within kForcedWinMoves moves and the positions looked at
};

inline constexpr int kForcedWinMoves = 5;  // of the winner

struct ForcedWinAnswer {
  ForcedWin verdict = ForcedWin::NotFound;
  std::vector<Move> line = {};  // Yes: the fastest mate, against one of the defences
};

// All lines are tried, one move deeper at a time: at most 300,000 positions.
ForcedWinAnswer find_forced_win(const Position& position, Color winner);

}  // namespace arbiter
