// Games of any store copied into a temporary SQLite database for queries that only SQLite files
// support.
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

// A function that receives the share of copied games, from 0 to 1.
using CopyProgress = std::function<void(double share)>;

// A temporary database of copied games, which disappears with the program. Data that exceed
// SQLite's cache are stored in an unnamed file.
class CopiedGames {
 public:
  struct Plan {
    GameFilter filter = {};  // selects the games to copy
    unsigned jobs = 1;       // number of threads that fetch and pack
  };
  // Copies games with tags, texts and findings, but without openings and positions. Takes about 15
  // us and 300 bytes per game. Throws IoError if a store fails, or if there are too many games for
  // a file.
  CopiedGames(Storage& from, const Plan& plan, const CopyProgress& progress);

  const Database& database() const { return *database_; }
  // Returns all games by their numbers in the copy.
  GameSet all() const;

  // Returns the original number of a copied game. Precondition: `copy` is in all().
  GameId original(GameId copy) const;
  // Returns the number in the copy; nothing if the game was not copied.
  std::optional<GameId> copy_of(GameId original) const;

 private:
  std::unique_ptr<Database> database_;
  std::vector<GameId> originals_;  // in ascending order; the first is game 1 of the copy
};

}  // namespace arbiter::sqlite
