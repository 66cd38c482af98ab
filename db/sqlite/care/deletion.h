// Games taken out of a database.
#pragma once

#include <cstdint>

#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Marks games as deleted, inside the caller's transaction: no question sees them any more, and
// what they take up goes with compact_database(). Those that are not there, or deleted already,
// are left. About 15 us a game.
struct Deletion {
  std::uint64_t games = 0;     // that were deleted
  std::uint64_t postings = 0;  // that the index has more for that
};
Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs = 1);

}  // namespace arbiter::sqlite
