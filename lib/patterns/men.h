// Kinds of pieces as a set, and number ranges: what patterns are made of.
#pragma once

#include <cstdint>
#include <limits>

#include "lib/chess/bitboard.h"
#include "lib/chess/piece.h"

namespace arbiter {

// Which pieces, a bit a Piece::code(); one more bit for an empty square.
using Men = std::uint16_t;

inline constexpr Men kBlackMen = 0x555;
inline constexpr Men kWhiteMen = 0xaaa;
inline constexpr Men kAllMen = 0xfff;
inline constexpr Men kNobody = 0x1000;  // the square is empty
inline constexpr Men kAnything = kAllMen | kNobody;

constexpr Men men_of(Piece piece) { return static_cast<Men>(1 << piece.code()); }
constexpr Men men_of(Role role) { return static_cast<Men>(3 << (2 * index_of(role))); }
constexpr Men men_of(Color color) { return color == Color::White ? kWhiteMen : kBlackMen; }
inline constexpr Men kPawns = men_of(Role::Pawn);

constexpr bool contains(Men men, std::uint8_t code) { return (men >> code & 1) != 0; }

// The same pieces of the other side.
constexpr Men with_colors_swapped(Men men) {
  return static_cast<Men>((men & kNobody) | (men & kBlackMen) << 1 | (men & kWhiteMen) >> 1);
}

// The squares seen from Black's side; a-file and h-file exchanged.
constexpr Bitboard upside_down(Bitboard squares) {
  return Bitboard(__builtin_bswap64(squares.bits()));
}
constexpr Square upside_down(Square square) { return square_at(index_of(square) ^ 56); }
constexpr Square mirrored(Square square) { return square_at(index_of(square) ^ 7); }
constexpr Bitboard mirrored(Bitboard squares) {
  Bitboard result;
  for (const Square square : squares) result |= mirrored(square);
  return result;
}

// Both ends belong to it.
struct CountRange {
  static constexpr int kNoLimit = std::numeric_limits<int>::max();

  int least = 0;
  int most = kNoLimit;

  constexpr bool contains(int number) const { return least <= number && number <= most; }
  constexpr bool operator==(const CountRange&) const = default;
};

}  // namespace arbiter
