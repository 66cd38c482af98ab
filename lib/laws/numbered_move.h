// A move with its number, as sentences name it.
#pragma once

#include <string>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// "12. Nf3", "12... Nf6". Precondition: `move` is legal in `before`.
std::string numbered_san(Move move, const Position& before);

}  // namespace arbiter
