// The openings that Arbiter knows, by their names and by the codes of the Encyclopaedia of Chess
// Openings (PGN 9.4.1).
#pragma once

#include <span>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/openings/opening_table.h"

namespace arbiter {

// All of them, by code: every code, A00 to E99, and every first move has some. No position is there
// twice. The first call costs about 50 us.
const OpeningTable& known_openings();

// Those of known_openings().
std::span<const Opening> openings();
const Opening* opening_of(const Position& position);
const Opening* opening_of(std::span<const Move> moves, const Position& start);

}  // namespace arbiter
