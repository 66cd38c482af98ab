// The bitmaps of squares, compared with the games.
#pragma once

#include <cstdint>

#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/games/game_row.h"
#include "db/sqlite/games/square_index.h"

namespace arbiter::sqlite {

class SquareCheck {
 public:
  SquareCheck(const Connection& connection, IntegrityLog& log) : reader_(connection), log_(log) {}

  // Of every row by rising number. Bits of deleted games are anything.
  void check(const GameRow& row);
  void finish();

 private:
  void compare_chunk();
  void tell(std::int64_t chunk, const GameBits& wrong, Piece piece, Square square);

  SquareIndexReader reader_;
  IntegrityLog& log_;
  std::int64_t chunk_ = -1;
  SquareBitmaps expected_;
  SquareBitmaps stored_;
  GameBits present_{};
};

}  // namespace arbiter::sqlite
