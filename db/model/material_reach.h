// Whether certain men stood on the board in a game.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lib/patterns/material_pattern.h"

namespace arbiter {

// Whether the men stand as `pattern` asks at first or after some move. `start` is a
// Shredder-FEN, or empty for the usual first position; `moves` are packed as
// README.md says, and legal. About 2 ns a move; ends where the men can no longer come.
bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves);

}  // namespace arbiter
