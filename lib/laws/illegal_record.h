// Illegal moves that stood (Laws, Appendix A.5.2: in rapid and blitz an illegal
// move that the opponent answers is part of the game).
#pragma once

#include <cstdint>
#include <optional>

#include "lib/chess/position.h"
#include "lib/notation/san.h"

namespace arbiter {

// What follows the first illegal move of a main line.
enum class IllegalMoves : std::uint8_t {
  Stop,    // the rest is not replayed
  Follow,  // the move stands, where one piece can be meant (Laws A.5.2)
};

// The position after `san`, which is illegal in `before`: the one piece that it
// can mean is put on its square all the same. Nothing if no piece or several can
// be meant, or if nothing can be played from there. The king of the player who
// made the move may stand in check (see has_exposed_king).
std::optional<Position> position_after_illegal(const San& san, const Position& before);

// Whether the king of the player who is not to move stands in check, as only an
// illegal move can leave it. Its capture must not be played.
bool has_exposed_king(const Position& position);

}  // namespace arbiter
