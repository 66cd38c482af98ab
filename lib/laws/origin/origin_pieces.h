// Proofs from the number of pieces, the squares that they can have reached, and the pawn structure.
// Also proofs from the order of pieces that unmoved pawns confine to the first rank.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lib/chess/board.h"
#include "lib/chess/setup.h"
#include "lib/laws/origin/origin.h"

namespace arbiter {

// Returns the minimum number of pieces of `color` that have been promoted.
int min_promoted(const Board& board, Color color, const FirstPieces& first);

// Returns flaws for too many pieces, pawns or promoted pieces, and for pieces that are neither
// original nor promoted.
OriginFlaws flaws_of_pieces(const Board& board, const FirstPieces& first);

// Returns flaws for pawns that need more captures than the opponent has lost pieces. Also returns
// flaws for pawns of one file that cannot have passed each other. Precondition: no pawn on the
// first or last rank.
OriginFlaws flaws_of_pawns(const Board& board, const FirstPieces& first);

// The number of captures that a pawn of each initial file needs to become a given piece; nothing if
// it cannot.
using PawnCosts = std::array<std::optional<int>, 8>;

// Returns the costs for a pawn on `square`. Each file of distance needs one capture and one rank.
PawnCosts costs_of_pawn(Color color, Square square);

struct PawnAssignment {
  int captures = 0;             // total number of captures
  std::vector<File> came_from;  // the initial file of each piece, in the given order
};

// Returns the assignment of at most eight pieces to the eight pawns that needs the fewest captures;
// nothing if none exists. The result is exact. Takes a few us.
std::optional<PawnAssignment> fewest_captures(const std::vector<PawnCosts>& pieces);

// Returns flaws for pieces in an impossible order on their first rank. Shut in by unmoved pawns,
// kings, queens and rooks can only move along the rank, so their order changes only by castling.
// Precondition: `first` belongs to the usual array.
OriginFlaws flaws_of_order(const Board& board, const FirstPieces& first);

// Returns a flaw if the wrong player is to move. If no piece was lost and no pawn has moved, only
// knights and rooks can have moved. Each of their moves changes the colour of the piece's square,
// so the board shows the parity of each player's moves. Precondition: the game started from the
// usual array.
OriginFlaws flaws_of_turn(const Setup& setup);

}  // namespace arbiter
