// Positions with few moves, so that every line can be played out.
#pragma once

#include <string>

#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns a playable FEN of kings, mostly blocked pawns, and occasionally pieces and free pawns,
// without castling rights.
std::string random_wall(Random& random);

// Returns a playable FEN with one king enclosed by its own pieces and blocked pawns. The other king
// is outside, perhaps with a passed pawn. There are no castling rights.
std::string random_box(Random& random);

// Returns the position with colours swapped, or with files mirrored. Precondition for mirroring: no
// castling rights.
std::string with_colors_swapped(const std::string& fen);
std::string mirrored(const std::string& fen);

}  // namespace arbiter::testing
