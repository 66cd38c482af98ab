// Illegal moves that count (Laws, Appendix A.5.2: in rapid and blitz, an illegal move that the
// opponent answers is part of the game).
#pragma once

#include <cstdint>
#include <optional>

#include "lib/chess/position.h"
#include "lib/notation/san.h"

namespace arbiter {

// The treatment of the moves after the first illegal one of a main line.
enum class IllegalMoves : std::uint8_t {
  Stop,    // the rest is not replayed
  Follow,  // the move counts if only one piece can be meant (Laws A.5.2)
};

// Returns the position after the illegal move `san`, made by the one piece that it can mean.
// Returns nothing if no piece or several can be meant, or if no move can be played afterwards. The
// king of the player who moved may be in check (see has_exposed_king).
std::optional<Position> position_after_illegal(const San& san, const Position& before);

// Returns whether the king of the player who is not to move is in check, which only an illegal move
// can cause. The king must not be captured.
bool has_exposed_king(const Position& position);

}  // namespace arbiter
