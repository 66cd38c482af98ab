// The games in which certain pieces stood on certain squares, from bitmaps (square_index.h).
#pragma once

#include <cstdint>

#include "db/model/game_set.h"
#include "db/sqlite/file/connection.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter::sqlite {

struct SquareSearch {
  GameSet games;              // those that may match: the others cannot
  std::uint64_t bitmaps = 0;  // that were read
};

// Those of `among` that have what is needed, and those that no bitmaps know. About 10 us a bitmap
// and chunk. Throws DamageError.
SquareSearch games_with_squares(const Connection& connection, const SquareNeeds& needs,
                                const GameSet& among);

}  // namespace arbiter::sqlite
