// Moves as patterns name them: what SAN says, or less of it.
#pragma once

#include <optional>
#include <string_view>

#include "lib/patterns/pattern.h"

namespace arbiter {

// "Bxh7", "e8=N", "O-O", "Nbd2", "N" (any of a knight), "Nx" (any capture), "Kxh7|Kh8". As in SAN,
// capitals are pieces of both sides, and a move that names its square but has no x is not a
// capture. "+" and "#" have to be true. Nothing for other text.
std::optional<Pattern> parse_move_text(std::string_view text);

}  // namespace arbiter
