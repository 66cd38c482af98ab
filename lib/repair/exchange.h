// What a move wins or loses on the square where it ends.
#pragma once

#include "lib/chess/position.h"

namespace arbiter {

// In hundredths of a pawn: 100, 300, 310, 500, 900; the king counts as much as all.
int value_of(Role role);

// What `move` gains in material if both sides go on capturing on its square for as
// long as it pays; negative: what it loses. Pins are not seen.
// Precondition: `move` is legal in `position`. Some 50 ns.
int exchange_value(Move move, const Position& position);

// What the opponent of the piece on `square` would gain by capturing there; 0 if
// nothing. Precondition: a piece stands there.
int threat_against(Square square, const Position& position);

}  // namespace arbiter
