// Moves given by the squares that a piece leaves and reaches.
#pragma once

#include <optional>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

struct Coordinates {
  Square from;
  Square to;
  std::optional<Role> promotion;
};

// The legal move that they mean. Castling is understood as the king going to
// the square where it ends, if that is two squares off or more, and as the king
// taking its own rook. Nothing where no legal move fits; a promotion piece is
// never assumed.
std::optional<Move> legal_move(const Coordinates& coordinates, const Position& position);

// Whether a pawn of the player to move goes from its seventh rank to the
// eighth, so that a promotion piece has to be named.
bool reaches_promotion(const Coordinates& coordinates, const Position& position);

}  // namespace arbiter
