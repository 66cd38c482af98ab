// The contents of a Position of the library.
#pragma once

#include "lib/chess/position.h"
#include "tools/library/api.h"

namespace arbiter::api {

class Position::Implementation {
 public:
  arbiter::Position position;
};

}  // namespace arbiter::api
