// A function that recovers the readable games of a damaged file.
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

  // Receives some games in PGN export format; `done` of `all` game numbers have been read.
  virtual void on_games(std::string_view pgn, std::int64_t done, std::int64_t all) = 0;
  // Receives the kind of data lost in these games, such as "names" or "everything".
  virtual void on_loss(GameId first, GameId last, const std::string& what) = 0;
};

struct Recovery {
  std::uint64_t games = 0;  // number of games written
  std::uint64_t lost = 0;   // number of games that could not be written
  // Number of games written without names, or without tags and comments.
  std::uint64_t incomplete = 0;
  std::uint64_t set_aside = 0;  // number of text fragments that could not be kept as moves
};

// Reads every game by its number. Damaged parts are omitted and reported; names become "?". Takes
// about 10 us per game. Enables page checksum comparison. Precondition: Database::open_unchecked().
Recovery recover_games(const Database& database, RecoveryListener& listener);

}  // namespace arbiter::sqlite
