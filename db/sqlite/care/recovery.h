// Games out of a file that is damaged, as far as they can be read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/model/ids.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

class RecoveryListener {
 public:
  RecoveryListener() = default;
  RecoveryListener(const RecoveryListener&) = delete;
  RecoveryListener& operator=(const RecoveryListener&) = delete;
  virtual ~RecoveryListener() = default;

  // Some games, one behind the other, in PGN export format; `done` of `all` numbers were looked at.
  virtual void on_games(std::string_view pgn, std::int64_t done, std::int64_t all) = 0;
  // What these games have lost: "names", or "everything".
  virtual void on_loss(GameId first, GameId last, const std::string& what) = 0;
};

struct Recovery {
  std::uint64_t games = 0;       // that were written
  std::uint64_t lost = 0;        // that could not be
  std::uint64_t incomplete = 0;  // of those that were written, without names, or tags and comments
  std::uint64_t set_aside = 0;   // pieces of text that could not be kept as moves
};

// Looks for every game by its number. What is damaged is left out and told, names are "?" then.
// About 10 us a game. Precondition: Database::open_unchecked(); pages are compared from now on.
Recovery recover_games(const Database& database, RecoveryListener& listener);

}  // namespace arbiter::sqlite
