// Which men are attacked, and what the player who is not to move could capture.
#pragma once

#include <optional>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"

namespace arbiter {

struct AttackedMan {
  Square man;
  Bitboard by;  // not empty; pinned men attack all the same (3.1.3)
};

// The men of `color` that the other side attacks (3.1.2), its king included, in the order of their
// squares.
std::vector<AttackedMan> attacked_men(const Position& position, Color color);

struct CapturesOfOther {
  Position position;  // with the turn given away
  std::vector<Move> moves;
};

// The legal captures of the player who is not to move, were it that player's turn. Nothing where
// the player to move is in check: a king is not captured.
std::optional<CapturesOfOther> captures_of_other(const Position& position);

}  // namespace arbiter
