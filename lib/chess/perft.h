// The number of leaves of the tree of legal moves.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

// Returns the number of ways to play `depth` half-moves from `position`; 1 at depth 0. Draws by
// rule do not end a line, mate and stalemate do. The last half-move is counted, not played.
std::uint64_t perft(const Position& position, int depth);

struct PerftShare {
  Move move;
  std::uint64_t count;
};

// Returns the counts of each legal move, in the order of legal_moves(). They add up to
// perft(position, depth). Empty at depth 0.
std::vector<PerftShare> divide(const Position& position, int depth);

}  // namespace arbiter
