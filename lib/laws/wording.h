// Words about pieces in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lib/chess/board.h"

namespace arbiter {

// Returns "the rook on d8". Precondition: a piece stands there.
std::string the_piece_on(Square square, const Board& board);

// Returns the same for several pieces in the order of their squares: "the knights on b1 and g1" if
// they are of one kind, otherwise "the rook on d8 and the bishop on b5". Precondition: at least one
// square, and all are occupied.
std::string the_pieces_on(Bitboard squares, const Board& board);

// Returns "a", "a and b", "a, b and c".
std::string listed(std::span<const std::string> words);

// Returns "pawn", "knights": the plural unless the count is 1.
std::string counted_name_of(Role role, int count);

// Returns the squares that a message names, except in moves: c6 and e8 in "5... Nxd4: the knight on
// c6 is pinned to the king on e8".
Bitboard squares_named_in(std::string_view sentence);

}  // namespace arbiter
