// Words about pieces, for the sentences of diagnostics.
#pragma once

#include <span>
#include <string>

#include "lib/chess/board.h"

namespace arbiter::laws {

// "the rook on d8". Precondition: a piece stands there.
std::string the_piece_on(Square square, const Board& board);

// The same for several, in the order of their squares: "the knights on b1 and g1"
// where they are of one kind, else "the rook on d8 and the bishop on b5".
// Precondition: at least one, each occupied.
std::string the_pieces_on(Bitboard squares, const Board& board);

// "a", "a and b", "a, b and c".
std::string listed(std::span<const std::string> words);

// "pawn", "knights": the plural for another count than 1.
std::string counted_name_of(Role role, int count);

}  // namespace arbiter::laws
