// Games of any store, copied into a database of our own: for what only an SQLite file can be asked.
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

// Hears which share of the games is copied, from 0 to 1.
using CopyProgress = std::function<void(double share)>;

// Gone with the program, however it ends; what memory has no room for is in a file without a name.
class CopiedGames {
 public:
  struct Plan {
    GameFilter filter = {};  // which games
    unsigned jobs = 1;       // threads that fetch and pack
  };
  // Copies games with tags, texts and findings; without openings, and positions cannot be found.
  // About 15 us and 300 bytes a game. Throws IoError where one of both breaks, and where the games
  // are more than a file can have.
  CopiedGames(Storage& from, const Plan& plan, const CopyProgress& progress);

  const Database& database() const { return *database_; }
  // All of them, by their numbers here.
  GameSet all() const;

  // The number that the game has where it comes from. Precondition: it is one of all().
  GameId original(GameId copy) const;
  // The other way round; nothing: it was not copied.
  std::optional<GameId> copy_of(GameId original) const;

 private:
  std::unique_ptr<Database> database_;
  std::vector<GameId> originals_;  // rising; the first one is game 1 here
};

}  // namespace arbiter::sqlite
