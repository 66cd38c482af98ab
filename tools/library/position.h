// The contents of a Position of the library.
#pragma once

#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/laws/ply.h"
#include "tools/library/api.h"

namespace arbiter::api {

class Position::Implementation {
 public:
  Setup first;                       // where the moves begin
  std::vector<arbiter::Move> moves;  // legal
  arbiter::Position position;        // after the moves

  GameHistory history() const { return {first, moves, position}; }
};

}  // namespace arbiter::api
