// The columns of `fact` and the texts, game by game.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "db/model/game_set.h"
#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_row.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

class ColumnCheck {
 public:
  ColumnCheck(ColumnReader& reader, IntegrityLog& log) : reader_(reader), log_(log) {}

  // `row` with its hash filled in.
  void check(const GameRow& row);
  // Games in the columns that have no row.
  void check_strangers(const GameSet& games);

 private:
  void compare(const GameRow& row);

  ColumnReader& reader_;
  IntegrityLog& log_;
  std::int64_t broken_chunk_ = -1;  // it cannot be read, which has been told
};

class TextCheck {
 public:
  TextCheck(const Connection& connection, IntegrityLog& log);

  // Of every row; of deleted ones only what their stretch vouches for.
  void check(const GameRow& row);
  void finish();

 private:
  void add_to_seal(const GameRow& row);
  void check_record(const GameRow& row, std::string_view record);

  GameTextReader texts_;
  IntegrityLog& log_;
  std::set<std::string> told_;  // stretches that cannot be read
  GameTextReader::Stretch stretch_;
  std::uint64_t seal_ = 0;  // of its rows so far
};

}  // namespace arbiter::sqlite
