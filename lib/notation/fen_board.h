// The first field of a FEN.
#pragma once

#include <optional>
#include <string_view>

#include "lib/chess/board.h"
#include "lib/notation/fen.h"

namespace arbiter {

// Puts the pieces that the field names on an empty `board`. Returns the first
// error, its place counted from the start of the field.
std::optional<FenError> read_fen_board(std::string_view field, Board& board);

}  // namespace arbiter
