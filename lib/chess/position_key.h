// The 64-bit identity of a position, with the constants that Polyglot's opening
// books use, so that keys agree with other programs'.
#pragma once

#include <array>
#include <cstdint>

#include "lib/chess/board.h"
#include "lib/chess/castling.h"
#include "lib/chess/square.h"

namespace arbiter {

// Used to search. Different positions share a key once in 2^64: a draw is never
// decided on it alone.
enum class PositionKey : std::uint64_t {};

constexpr PositionKey operator^(PositionKey a, PositionKey b) {
  return static_cast<PositionKey>(static_cast<std::uint64_t>(a) ^ static_cast<std::uint64_t>(b));
}
constexpr PositionKey& operator^=(PositionKey& a, PositionKey b) { return a = a ^ b; }

namespace position_keys {

// By piece code and square; the row of the empty code is zero.
extern const std::array<std::array<PositionKey, kSquareCount>, kPieceCount + 1> kPieces;
extern const std::array<PositionKey, 16> kCastling;  // by CastlingRights::mask()
extern const std::array<PositionKey, 8> kEnPassant;  // by file
extern const PositionKey kWhiteToMove;

}  // namespace position_keys

}  // namespace arbiter
