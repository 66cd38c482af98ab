// The third field of a FEN.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "lib/notation/fen.h"

namespace arbiter {

// Grants the rights that the letters of the field give to the kings and rooks
// of `fen`, and notes its oddities. `offset` is the place of the field in the
// FEN. Returns the first error.
std::optional<FenError> read_fen_castling(std::string_view field, std::size_t offset,
                                          ParsedFen& fen);

}  // namespace arbiter
