// Games in which certain men stood on the board.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "db/model/game_set.h"
#include "db/model/material_pattern.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::query {

// Whether the men stand as `pattern` asks at first or after some move. `start` is a
// Shredder-FEN, or empty for the usual first position; `moves` are packed as
// README.md says, and legal. About 2 ns a move; ends where the men can no longer come.
bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves);

// Those of `among` that reach it. Reads the moves of all games from the first of
// `among` to the last: on two threads, if the file can be opened a second time, about 0.5 us
// a game.
GameSet games_reaching(const Connection& connection, const MaterialPattern& pattern,
                       const GameSet& among);

}  // namespace arbiter::db::query
