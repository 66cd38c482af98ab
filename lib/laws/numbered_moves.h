// Moves with their numbers, as sentences name them.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// "12. Nf3", "12... Nf6". Precondition: `move` is legal in `before`.
std::string numbered_san(Move move, const Position& before);

// "34. Ke3 Kd7 35. Ke4": `moves` one after the other, at most `most` of them and then
// "...". Preconditions: they are legal from `start` on; most > 0.
std::string numbered_line(const Position& start, std::span<const Move> moves,
                          std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace arbiter
