// Moves in long algebraic notation: Ng1-f3, e7xd8=Q+, O-O.
#pragma once

#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter::notation {

// With a hyphen, or "x" for captures, and "+" or "#" as in SAN.
// Precondition: `move` is legal in `position`.
std::string lan_of(Move move, const Position& position);

// Reads a legal move. The hyphen, the "x", the "=" and the sign of check may be
// missing, but a piece that is named must be the one that stands there.
Result<Move> parse_lan(std::string_view text, const Position& position);

}  // namespace arbiter::notation
