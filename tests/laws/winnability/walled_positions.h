// Positions with few moves, so that every line can be played out.
#pragma once

#include <string>

#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A FEN of kings, pawns that mostly face each other, and now and then a few pieces and free pawns;
// playable, without castling rights.
std::string random_wall(Random& random);

// A FEN of one king in a box of its own pieces and of pawns that face each other. The other king is
// in the open, perhaps beside a passed pawn. Playable, without castling rights.
std::string random_box(Random& random);

// The position with the colours swapped, or mirrored: files a to h become h to a. Precondition
// for the mirror: no castling rights.
std::string with_colors_swapped(const std::string& fen);
std::string mirrored(const std::string& fen);

}  // namespace arbiter::testing
