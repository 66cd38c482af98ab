// First positions of games: Chess960 (Guideline II), and positions set up by mistake (Laws 2.3,
// 7.2.1, 7.3).
#pragma once

#include <span>
#include <string>

#include "lib/chess/setup.h"

namespace arbiter {

// Returns whether a castling right needs Chess960: the king is not on the e-file, or the rook is
// not in a corner.
bool needs_chess960(const Setup& setup);

// Returns whether all 32 pieces stand on the first two ranks of their side, with the pawns in
// front.
bool is_untouched(const Setup& setup);

// Returns whether this is one of the 960 positions: both sides alike, bishops on different colours,
// the king between the rooks. Precondition: is_untouched(setup).
bool is_chess960_start(const Setup& setup);

// A first position with a mistake: Black begins, or pieces are exchanged.
struct AlteredStart {
  Setup setup;
  bool black_begins = false;
  // "king and queen exchanged on both sides"; empty if no pieces are exchanged.
  std::string exchanged;
};

// Returns the positions with one mistake first, then those with two, and so on, without the
// standard initial position. Castling uses the rooks in the corners.
std::span<const AlteredStart> altered_starts();

}  // namespace arbiter
