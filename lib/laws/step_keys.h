// What a move of a piece can make of a position's key.
#pragma once

#include <cstdint>

namespace arbiter {

// Whether the keys of two positions, whose upper halves differ by `difference` when the
// turn is left out, may be those before and after a move of a knight, bishop, rook, queen
// or king to an empty square. Never false where they are; true for one in eighteen of others.
bool may_be_one_step(std::uint32_t difference);

}  // namespace arbiter
