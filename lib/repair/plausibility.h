// How likely a player is to choose a move, as far as simple signs tell.
#pragma once

#include <optional>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"

namespace arbiter {

struct LikelyMove {
  Move move;
  // The natural logarithm of the move's chance, over that of a move chosen blindly
  // among all legal ones: 0 for the average move.
  double weight;
};

// All legal moves, in no promised order: captures that pay, pieces that are saved,
// castling and developing moves weigh more, and pieces put where they are lost
// less. `last` is the opponent's move before. Some 5 us.
std::vector<LikelyMove> likely_moves(const Position& position, std::optional<Move> last);

// The weight of one of them. As dear as all.
double weight_of(Move move, const Position& position, std::optional<Move> last);

}  // namespace arbiter
