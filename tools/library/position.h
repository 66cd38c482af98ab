// The implementation of the library's Position.
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
  Setup first;
  std::vector<arbiter::Move> moves;
  arbiter::Position position;

  GameHistory history() const { return {first, moves, position}; }
};

}  // namespace arbiter::api
