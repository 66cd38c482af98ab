// Phrases about pieces for messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lib/chess/board.h"

namespace arbiter {

// Returns a phrase such as "the rook on d8". Precondition: the square is occupied.
std::string the_piece_on(Square square, const Board& board);

// Returns a phrase for one or more pieces in the order of their squares. It is "the knights on b1
// and g1" for pieces of one kind, otherwise "the rook on d8 and the bishop on b5". Precondition:
// `squares` is not empty, and all are occupied.
std::string the_pieces_on(Bitboard squares, const Board& board);

// Returns the words as a list: "a", "a and b", "a, b and c".
std::string listed(std::span<const std::string> words);

// Returns the piece name in the singular if `count` is 1, otherwise in the plural: "pawn",
// "knights".
std::string counted_name_of(Role role, int count);

// Returns the squares that a message mentions, except in moves. They are c6 and e8 in "5... Nxd4:
// the knight on c6 is pinned to the king on e8".
Bitboard squares_named_in(std::string_view sentence);

}  // namespace arbiter
