// First positions in which a game was begun by mistake: Black first, pieces
// exchanged (Laws 2.3, 7.2.1, 7.3).
#pragma once

#include <span>
#include <string>

#include "lib/chess/setup.h"

namespace arbiter {

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
