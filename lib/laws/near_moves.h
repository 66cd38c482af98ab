// Legal moves that may have been meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/notation/san.h"

namespace arbiter {

struct NearMove {
  Move move;
  std::string san;
  std::size_t distance;  // letters to change, check marks aside
};

// At most `limit` legal moves that are near in spelling to `written`, the
// nearest first: a third of its letters to change at most (but at least one), or
// the same piece to the same square. Some 10 us.
std::vector<NearMove> near_moves(std::string_view written, const Position& now,
                                 std::size_t limit = 4);

// The move as PGN writes it, with what `san` says and nothing else.
std::string to_string(const San& san);

}  // namespace arbiter
