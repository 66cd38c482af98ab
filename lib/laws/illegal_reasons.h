// The parts of explain(), one for each kind of move.
#pragma once

#include "lib/laws/illegality.h"

namespace arbiter::illegal_reasons {

// Returns the reason why a piece other than a pawn cannot make the move (3.2 to 3.6, 3.8.1). The
// results have no help, and an article only if it is not that of the catalogue.
Illegality of_piece(const San& san, const Position& now);

// Returns the reason why a pawn cannot make the move (3.7).
Illegality of_pawn(const San& san, const GameHistory& game);

}  // namespace arbiter::illegal_reasons
