// The slow judge of winnability, which plays every legal move without any knowledge of chess.
#pragma once

#include <cstddef>
#include <optional>

#include "lib/chess/position.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct BlindAnswer {
  bool white_can_mate = false;
  bool black_can_mate = false;
  std::size_t positions = 0;

  bool can_mate(Color color) const {
    return color == Color::White ? white_can_mate : black_can_mate;
  }
};

// Visits every position reachable from `first` by legal moves, until both sides have mated. Returns
// nothing if there are more than `most` positions.
std::optional<BlindAnswer> blind_closure(const Position& first, std::size_t most);

}  // namespace arbiter::testing
