// A position with the moves that led to it.
#pragma once

#include <cstdint>
#include <span>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"

namespace arbiter {

// A view, used only for explanations.
struct GameHistory {
  const Setup& first;           // as in the file; playable
  std::span<const Move> moves;  // each legal, from the first position on
  const Position& now;          // the position after them, or some moves later in a variation
};

// Returns the move number of the half-move `ply` (from 1) of a game that begins with `first`.
inline std::uint32_t move_number_of(std::uint32_t ply, const Setup& first) {
  const std::uint32_t shift = first.turn == Color::Black ? 1 : 0;
  return first.fullmove_number + (ply - 1 + shift) / 2;
}

}  // namespace arbiter
