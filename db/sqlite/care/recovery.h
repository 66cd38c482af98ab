// Recovery of the readable games of a damaged file.
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

  // Receives some games in PGN export format; `done` of `all` numbers were read.
  virtual void on_games(std::string_view pgn, std::int64_t done, std::int64_t all) = 0;
  // Receives the loss of these games: "names", or "everything".
  virtual void on_loss(GameId first, GameId last, const std::string& what) = 0;
};

struct Recovery {
  std::uint64_t games = 0;       // that were written
  std::uint64_t lost = 0;        // games that could not be written
  std::uint64_t incomplete = 0;  // games written without names, or without tags and comments
  std::uint64_t set_aside = 0;   // pieces of text that could not be kept as moves
};

// Reads every game by its number. Damaged parts are omitted and reported; names become "?". About
// 10 us per game. Precondition: Database::open_unchecked(); pages are compared from now on.
Recovery recover_games(const Database& database, RecoveryListener& listener);

}  // namespace arbiter::sqlite
