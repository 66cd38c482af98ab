// A position that occurred in a game, as the index knows it.
#pragma once

#include <cstdint>

#include "lib/chess/position_key.h"

namespace arbiter {

// The first occurrence of a position in the main line of a game. 16 bytes: while
// a batch is gathered there are millions.
struct Posting {
  PositionKey key{};
  std::uint32_t game = 0;  // counted from the first game of the batch or segment
  std::uint16_t next = 0;  // Move::bits of the move played there; 0: the game ended
  std::uint16_t ply = 0;   // half-moves before it; 0: the first position

  bool operator==(const Posting&) const = default;
};

static_assert(sizeof(Posting) == 16);

}  // namespace arbiter
