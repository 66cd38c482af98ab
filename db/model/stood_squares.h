// On which squares each piece has stood in a game.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/piece.h"

namespace arbiter {

// By Piece::code(), in the first position or after some move.
using StoodSquares = std::array<Bitboard, kPieceCount>;

// `start` is a Shredder-FEN, or empty for the usual first position; `moves` are packed as
// README.md says. About 2 ns a move.
StoodSquares stood_squares(std::string_view start, std::span<const std::uint8_t> moves);

}  // namespace arbiter
