// What was found in a game when it was imported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/ids.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::games {

struct StoredFinding {
  std::uint32_t ply = 0;  // 0: not about a move
  std::string id;         // as in `arbiter explain`
};

// By rising ply.
std::vector<StoredFinding> findings_of(const Connection& connection, GameId game);

}  // namespace arbiter::db::games
