// Castling rights (Laws 3.8.2), for the usual start position and Chess960.
#pragma once

#include <array>
#include <cstdint>

#include "lib/chess/bitboard.h"
#include "lib/chess/color.h"
#include "lib/chess/square.h"

namespace arbiter {

// King side is towards the h-file (O-O), queen side towards the a-file (O-O-O).
enum class CastlingSide : std::uint8_t { King, Queen };

// Where king and rook stand after castling; the same in Chess960 (Guideline II).
constexpr Square castled_king_square(Color color, CastlingSide side) {
  return square_of(side == CastlingSide::King ? File::G : File::C, relative_rank(color, Rank::One));
}
constexpr Square castled_rook_square(Color color, CastlingSide side) {
  return square_of(side == CastlingSide::King ? File::F : File::D, relative_rank(color, Rank::One));
}

// Which rooks may still castle, in principle (lost for good, not prevented for now).
class CastlingRights {
 public:
  constexpr CastlingRights() = default;

  constexpr bool has(Color color, CastlingSide side) const {
    return ((mask_ >> slot(color, side)) & 1) != 0;
  }
  constexpr bool has_any(Color color) const { return ((mask_ >> (2 * index_of(color))) & 3) != 0; }

  // The square of the rook. Precondition: has(color, side).
  constexpr Square rook(Color color, CastlingSide side) const { return rooks_[slot(color, side)]; }

  constexpr void grant(Color color, CastlingSide side, Square rook) {
    mask_ = static_cast<std::uint8_t>(mask_ | 1 << slot(color, side));
    rooks_[slot(color, side)] = rook;
  }
  constexpr void revoke(Color color, CastlingSide side) {
    mask_ = static_cast<std::uint8_t>(mask_ & ~(1 << slot(color, side)));
  }
  constexpr void revoke(Color color) {
    revoke(color, CastlingSide::King);
    revoke(color, CastlingSide::Queen);
  }

  // Bit 0 White O-O, 1 White O-O-O, 2 Black O-O, 3 Black O-O-O.
  constexpr std::uint8_t mask() const { return mask_; }

  // The rooks that still have a right.
  constexpr Bitboard rooks() const {
    Bitboard squares;
    for (int i = 0; i < 4; ++i) {
      if ((mask_ >> i & 1) != 0) squares |= rooks_[static_cast<std::size_t>(i)];
    }
    return squares;
  }

  // Rights are equal when the same rooks have them.
  constexpr bool operator==(const CastlingRights& b) const {
    if (mask_ != b.mask_) return false;
    for (std::size_t i = 0; i < 4; ++i) {
      if ((mask_ >> i & 1) != 0 && rooks_[i] != b.rooks_[i]) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t slot(Color color, CastlingSide side) {
    return static_cast<std::size_t>(2 * index_of(color) + static_cast<int>(side));
  }

  std::uint8_t mask_ = 0;
  std::array<Square, 4> rooks_{};
};

}  // namespace arbiter
