// Proofs from the number of pieces, the squares they can have reached, and the pawn structure.
// Proofs from pieces that pawns on their first squares have always kept on the first rank.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lib/chess/board.h"
#include "lib/chess/setup.h"
#include "lib/laws/origin/first_pieces.h"
#include "lib/laws/origin/origin.h"

namespace arbiter {

// Returns how many of the pieces of `color` have certainly been promoted.
int min_promoted(const Board& board, Color color, const FirstPieces& first);

// Returns flaws for too many pieces, pawns or promoted pieces. Also returns flaws for pieces that
// can come neither from the first position nor from a promotion.
OriginFlaws flaws_of_pieces(const Board& board, const FirstPieces& first);

// Returns flaws for pawns that must have captured more pieces than the other side has lost. Also
// returns flaws for pawns of one file that cannot have passed each other. Precondition: no pawn on
// the first or last rank.
OriginFlaws flaws_of_pawns(const Board& board, const FirstPieces& first);

// The captures that a pawn of the first position needs to become a certain piece, by the file of
// the pawn; nothing if it cannot.
using PawnCosts = std::array<std::optional<int>, 8>;

// Returns the costs of a pawn on `square`: one capture per file of distance, with at least as many
// ranks.
PawnCosts costs_of_pawn(Color color, Square square);

struct PawnAssignment {
  int captures = 0;             // in total
  std::vector<File> came_from;  // the origin of each piece, in the given order
};

// Returns the exact assignment of at most eight pieces to the eight pawns with the fewest captures;
// nothing if none exists. Some us.
std::optional<PawnAssignment> fewest_captures(const std::vector<PawnCosts>& pieces);

// Returns flaws for pieces in an impossible order on their first rank. Behind unmoved pawns, kings,
// queens and rooks can move along the rank only, so none passes another except in castling.
// Precondition: `first` belongs to the usual array.
OriginFlaws flaws_of_order(const Board& board, const FirstPieces& first);

// Returns the flaw that it is the wrong player's turn. If no piece was lost and no pawn has moved,
// only knights and rooks can have moved. Each such move changes the colour of the piece's square,
// so the board shows the parity of each player's moves. Precondition: the usual array.
OriginFlaws flaws_of_turn(const Setup& setup);

}  // namespace arbiter
