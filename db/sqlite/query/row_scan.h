// Tests of games that need more than columns.
#pragma once

#include <cstdint>

#include "db/model/game_set.h"
#include "db/model/game_tests.h"
#include "db/sqlite/file/connection.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter::sqlite {

// The cost of a scan.
struct RowCost {
  std::uint64_t bitmaps = 0;  // of squares
  std::uint64_t walked = 0;   // games whose moves were replayed
};

struct RowSearch {
  const GameTest& test;
  const GameSet& among;
  unsigned jobs = 1;
};

// Returns the games among these that pass the test. Reads their rows on up to `jobs` threads, if
// there are many and the file can be opened again. For a pattern, games without the necessary
// squares are skipped. Material and rounds take about 0.5 us per game, findings 50 ns. Tags take
// about 1 us, and 5 us if their values are in columns (Event, White, ...).
GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost);

struct SquareSearch {
  GameSet games;              // the games that may match
  std::uint64_t bitmaps = 0;  // bitmaps that were read
};

// Returns the games of `among` that have the pieces on the squares, and those without bitmaps.
// About 10 us a bitmap and chunk. Throws DamageError.
SquareSearch games_with_squares(const Connection& connection, const SquareNeeds& needs,
                                const GameSet& among);

}  // namespace arbiter::sqlite
