// Initial positions of games: Chess960 (Guideline II), and incorrect setups (Laws 2.3, 7.2.1, 7.3).
#pragma once

#include <span>
#include <string>

#include "lib/chess/setup.h"

namespace arbiter {

// Returns whether a castling right exists only in Chess960, because the king is not on the e-file
// or the rook not in a corner.
bool needs_chess960(const Setup& setup);

// Returns whether all 32 pieces are on the first two ranks of their side, with the pawns in front.
bool is_untouched(const Setup& setup);

// Returns whether the setup is one of the 960 start positions: the same for both sides, bishops on
// different colours, the king between the rooks. Precondition: is_untouched(setup).
bool is_chess960_start(const Setup& setup);

// An incorrect initial position: Black begins, or pieces are swapped.
struct AlteredStart {
  Setup setup;
  bool black_begins = false;
  // The transposed pieces, such as "king and queen exchanged on both sides"; empty if none.
  std::string exchanged;
};

// Returns the incorrect positions, sorted by their number of mistakes, without the standard initial
// position. Castling uses the corner rooks.
std::span<const AlteredStart> altered_starts();

}  // namespace arbiter
