// Proofs from pieces that pawns on their first squares have always kept on the first rank.
#pragma once

#include "lib/chess/setup.h"
#include "lib/laws/origin/first_pieces.h"
#include "lib/laws/origin/origin.h"

namespace arbiter {

// Returns flaws for pieces in an impossible order on their first rank. Behind unmoved pawns, kings,
// queens and rooks can move along the rank only, so none passes another except in castling.
// Precondition: `first` belongs to the usual array.
OriginFlaws flaws_of_order(const Board& board, const FirstPieces& first);

// Returns the flaw that it is the wrong player's turn. If no piece was lost and no pawn has moved,
// only knights and rooks can have moved. Each such move changes the colour of the piece's square,
// so the board shows the parity of each player's moves. Precondition: the usual array.
OriginFlaws flaws_of_turn(const Setup& setup);

}  // namespace arbiter
