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
// squares and material are skipped. Material takes about 40 ns per game with its index, without it
// 0.5 us, like rounds. Findings take 50 ns, tags about 1 us, and 5 us if their values are in
// columns (Event, White, ...).
GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost);

struct NeedSearch {
  GameSet games;              // the games that may match
  std::uint64_t bitmaps = 0;  // bitmaps that were read
};

// Returns the games of `among` that meet the needs, and those beyond the indexes. About 10 us a
// bitmap and chunk, 500 us a material and chunk. Throws DamageError.
NeedSearch games_meeting(const Connection& connection, const GameNeeds& needs,
                         const GameSet& among);

}  // namespace arbiter::sqlite
