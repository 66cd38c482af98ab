// Marks on the board in the comments of a game.
#pragma once

#include <cstddef>
#include <string>

#include "lib/pgn/comment_parts.h"

namespace arbiter {

// What the comments at the position after so many half-moves of the main line ask for. `pgn` is one
// game in export format.
BoardMarks marks_at(std::string pgn, std::size_t ply);

}  // namespace arbiter
