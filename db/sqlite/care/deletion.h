// Deletion of games, and removal of empty databases.
#pragma once

#include <cstdint>
#include <string>

#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// The result of a deletion, which marks games as deleted inside the caller's transaction, so that
// no query returns them. compact_database() frees their disk space. Games that do not exist or are
// already deleted are skipped. Takes about 15 us per game.
struct Deletion {
  std::uint64_t games = 0;     // number of deleted games
  std::uint64_t postings = 0;  // number of postings added to the index
};
Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs = 1);

// Removes a database file without games. Does nothing if another program has the file open, or if
// the file cannot be read.
void remove_if_empty(const std::string& path);

}  // namespace arbiter::sqlite
