// Tests of games that no column answers.
#pragma once

#include <cstdint>

#include "db/model/game_set.h"
#include "db/model/game_tests.h"
#include "db/sqlite/file/connection.h"
#include "lib/patterns/square_needs.h"

namespace arbiter::sqlite {

// What was read.
struct RowCost {
  std::uint64_t bitmaps = 0;  // of squares
  std::uint64_t walked = 0;   // games, for their moves
};

struct RowSearch {
  const GameTest& test;
  const GameSet& among;
  unsigned jobs = 1;
};

// The games among these that pass. Reads the rows from the first to the last on up to `jobs`
// threads, if there are many and the file can be opened again. For a pattern, games without the
// squares that it needs are not read (square_search.h). Material and rounds about 0.5 us a
// game, findings 50 ns each, tags about 1 us, but 5 us where their values stand in columns (Event,
// White, ...).
GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost);

struct SquareSearch {
  GameSet games;              // those that may match: the others cannot
  std::uint64_t bitmaps = 0;  // that were read
};

// Those of `among` that have what is needed, and those that no bitmaps know. About 10 us a bitmap
// and chunk. Throws DamageError.
SquareSearch games_with_squares(const Connection& connection, const SquareNeeds& needs,
                                const GameSet& among);

}  // namespace arbiter::sqlite
