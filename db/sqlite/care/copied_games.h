// Games of any store, copied into a temporary SQLite database for queries that only such a file
// supports.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/model/storage.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Receives the share of copied games, from 0 to 1.
using CopyProgress = std::function<void(double share)>;

// The copy disappears with the program. Beyond SQLite's cache it is in a file without a name.
class CopiedGames {
 public:
  struct Plan {
    GameFilter filter = {};  // the games to copy
    unsigned jobs = 1;       // threads that fetch and pack
  };
  // Copies games with tags, texts and findings, but without openings and positions. About 15 us and
  // 300 bytes per game. Throws IoError if a store fails, and if there are more games than a file
  // can have.
  CopiedGames(Storage& from, const Plan& plan, const CopyProgress& progress);

  const Database& database() const { return *database_; }
  // Returns all games by their numbers in the copy.
  GameSet all() const;

  // Returns the number of the original. Precondition: `copy` is one of all().
  GameId original(GameId copy) const;
  // Returns the number of the copy, or nothing if the game was not copied.
  std::optional<GameId> copy_of(GameId original) const;

 private:
  std::unique_ptr<Database> database_;
  std::vector<GameId> originals_;  // ascending; the first one is game 1 here
};

}  // namespace arbiter::sqlite
