// Chess960 (Guideline II): its first positions.
#pragma once

#include <span>
#include <string>

#include "lib/chess/setup.h"

namespace arbiter {

// A castling right that usual chess does not have: king not on the e-file, rook
// in no corner.
bool needs_chess960(const Setup& setup);

// All 32 men stand on the first two ranks of their side, pawns in front.
bool is_untouched(const Setup& setup);

// One of the 960: both sides alike, bishops on different colours, the king
// between the rooks. Precondition: is_untouched(setup).
bool is_chess960_start(const Setup& setup);

struct AlteredStart {
  Setup setup;
  bool black_begins = false;
  // What stands wrong: "king and queen exchanged on both sides"; empty if nothing does.
  std::string exchanged;
};

// Those with one thing wrong first, and so on. Castling is by the rooks in the
// corners. The usual first position is not among them.
std::span<const AlteredStart> altered_starts();

}  // namespace arbiter
