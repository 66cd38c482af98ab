// A move in 16 bits. It has a meaning only together with its Position.
#pragma once

#include <cstdint>

#include "lib/chess/bitboard.h"

namespace arbiter {

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

// Castling is stored as the king taking its own rook: from() is the king's square, and to() the
// rook's. This encoding is unambiguous in Chess960 too.
class Move {
 public:
  // Uninitialized, for list elements.
  Move() = default;

  static constexpr Move normal(Square from, Square to) { return {from, to, MoveKind::Normal}; }
  static constexpr Move en_passant(Square from, Square to) {
    return {from, to, MoveKind::EnPassant};
  }
  static constexpr Move castling(Square king, Square rook) {
    return {king, rook, MoveKind::Castling};
  }
  // Returns a promotion. Precondition: `role` is Knight, Bishop, Rook or Queen.
  static constexpr Move promotion(Square from, Square to, Role role) {
    return {from, to, MoveKind::Promotion, role};
  }

  constexpr Square from() const { return square_at(bits_ & 63); }
  constexpr Square to() const { return square_at((bits_ >> 6) & 63); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>((bits_ >> 12) & 3); }
  // Returns the role of the new piece. Precondition: kind() is Promotion.
  constexpr Role promotion_role() const { return static_cast<Role>((bits_ >> 14) + 1); }

  // Returns the bits, for from_bits().
  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) { return Move(bits); }

  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr Move(Square from, Square to, MoveKind kind, Role role = Role::Knight)
      : bits_(static_cast<std::uint16_t>(index_of(from) | index_of(to) << 6 |
                                         static_cast<int>(kind) << 12 |
                                         (index_of(role) - 1) << 14)) {}
  explicit constexpr Move(std::uint16_t bits) : bits_(bits) {}

  std::uint16_t bits_;
};

}  // namespace arbiter
