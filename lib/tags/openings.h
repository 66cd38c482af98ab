// Openings by their names and by the codes of the Encyclopaedia of Chess
// Openings (PGN 9.4.1).
#pragma once

#include <span>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter::tags {

// What a position after a few moves is called.
struct Opening {
  std::string_view eco;    // "B90"
  std::string_view name;   // "Sicilian Defense: Najdorf Variation, English Attack"; UTF-8
  std::string_view moves;  // "1. e4 c5 2. Nf3": one way there from the standard initial position
};

// All of them, by code: every code, A00 to E99, and every first move has some.
// No position is there twice.
std::span<const Opening> openings();

// The opening that has just this position (Laws 9.2.3), whatever the order of
// the moves that led to it; null if none has. A position with the same 64-bit key would be taken
// for it. About 20 ns; the first call, here or below, about 50 us.
const Opening* opening_of(const Position& position);

// The opening of the last position of the game that has one, the start included;
// null if none has. About 1 us.
// Precondition: each move is legal where it stands.
const Opening* opening_of(std::span<const Move> moves, const Position& start);

}  // namespace arbiter::tags
