// The bitmaps of squares (square_index.h) made from the games.
#pragma once

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// Whether every chunk of games has bitmaps that know all of its places. Reads 130 bytes a chunk.
bool has_square_index(const Connection& connection);

// Makes all of them anew, inside the caller's transaction. About 1 us a game.
void make_square_index(const Connection& connection);

}  // namespace arbiter::sqlite
