// The 64-bit position key, with the constants of Polyglot opening books, and the hash of a move
// sequence.
#pragma once

#include <array>
#include <cstdint>

#include "lib/chess/setup.h"

namespace arbiter {

// A hash of a position. Two different positions share a key with probability 2^-64, so a draw is
// never decided by keys alone.
enum class PositionKey : std::uint64_t {};

constexpr PositionKey operator^(PositionKey a, PositionKey b) {
  return static_cast<PositionKey>(static_cast<std::uint64_t>(a) ^ static_cast<std::uint64_t>(b));
}
constexpr PositionKey& operator^=(PositionKey& a, PositionKey b) { return a = a ^ b; }

namespace position_keys {

// Constants by piece code and square; the row of the empty code is zero.
extern const std::array<std::array<PositionKey, kSquareCount>, kPieceCount + 1> kPieces;
extern const std::array<PositionKey, 16> kCastling;  // indexed by CastlingRights::mask()
extern const std::array<PositionKey, 8> kEnPassant;  // indexed by file
extern const PositionKey kWhiteToMove;

}  // namespace position_keys

// A hash of a start position and the moves from that position. It is updated move by move, so a
// game can be compared with the beginning of a longer one. Databases store it (db/README.md). Two
// different move sequences have the same hash with probability 2^-64.
class MovesHash {
 public:
  explicit constexpr MovesHash(PositionKey first) : value_(static_cast<std::uint64_t>(first)) {}

  // Adds a move as a 16-bit code. Databases use the code of db/model/move_code.h.
  constexpr void add(std::uint16_t code) {
    value_ = (value_ ^ code) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }

  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace arbiter
