// Words about pieces, for the sentences of diagnostics.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lib/chess/board.h"

namespace arbiter {

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

// The squares that a finding's sentence names, as in "5... Nxd4: the knight on c6 is pinned to the
// king on e8"; moves are none.
Bitboard squares_named_in(std::string_view sentence);

}  // namespace arbiter
