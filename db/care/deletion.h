// Games taken out of a database.
#pragma once

#include <cstdint>

#include "db/model/game_set.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::care {

// Marks games as deleted, inside the caller's transaction: no question sees them any more, and
// what they take up goes with compact_database(). Those that are not there, or deleted already,
// are left. Returns how many were deleted. About 3 us a game.
std::uint64_t delete_games(const Connection& connection, const GameSet& games);

}  // namespace arbiter::db::care
