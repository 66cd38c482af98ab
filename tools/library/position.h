// The implementation of the library's Position.
#pragma once

#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/laws/wording.h"
#include "tools/library/api.h"

namespace arbiter::api {

class Position::Implementation {
 public:
  Setup first;                       // position before the moves
  std::vector<arbiter::Move> moves;  // legal moves
  arbiter::Position position;        // position after the moves

  GameHistory history() const { return {first, moves, position}; }
};

}  // namespace arbiter::api
