// All rows of `game`, deleted ones included, as they stand in the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// A row's numbers as the columns of `fact` have them, but for the hash of the moves, which is 0;
// what a row says beyond that.
struct GameRow {
  GameId id{};
  ColumnRow columns;
  std::string start;
  std::vector<std::uint8_t> moves;
  std::uint64_t seal = 0;  // row_seal.h

  std::uint8_t flags() const { return static_cast<std::uint8_t>(columns[GameColumn::Flags]); }
};

// By rising number.
class GameRows {
 public:
  explicit GameRows(const Connection& connection);

  // False behind the last one.
  bool next(GameRow& row);

 private:
  Statement query_;
};

}  // namespace arbiter::sqlite
