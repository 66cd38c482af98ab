// The deletion of games.
// Databases without games.
#pragma once

#include <cstdint>
#include <string>

#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Marks games as deleted, inside the caller's transaction: no query returns them any more.
// compact_database() frees their space. Games that do not exist or are deleted already are skipped.
// About 15 us per game.
struct Deletion {
  std::uint64_t games = 0;     // that were deleted
  std::uint64_t postings = 0;  // added to the index
};
Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs = 1);

// Removes a database file without games, unless another program has it open or it cannot be read.
void remove_if_empty(const std::string& path);

}  // namespace arbiter::sqlite
