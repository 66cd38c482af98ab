// What was found in a game when it was imported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/ids.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// By rising ply.
std::vector<StoredFinding> findings_of(const Connection& connection, GameId game);

}  // namespace arbiter::sqlite
