// The squares that a piece attacks (Laws 3.1 to 3.9). Each function needs a few ns for table
// lookups.
#pragma once

#include <array>
#include <cstdint>

#include "lib/chess/bitboard.h"

namespace arbiter {

namespace attack_tables {

using PerSquare = std::array<Bitboard, kSquareCount>;

extern const std::array<PerSquare, 2> kPawn;        // indexed by colour
extern const std::array<PerSquare, 6> kEmptyBoard;  // indexed by role; empty for the pawn
// The squares from which a piece can reach a target on an empty board, indexed by colour and by `to
// * 16 + captures * 8 + role`. Only pawns depend on colour and capture. Promotions are excluded.
extern const std::array<std::array<Bitboard, kSquareCount * 16>, 2> kOrigins;
extern const std::array<PerSquare, kSquareCount> kBetween;
extern const std::array<PerSquare, kSquareCount> kLine;

// The attacks of a slider for each set of occupied squares in `mask`, in the order of the pext
// instruction. Each entry contains only the bits of `reach`, the attacks on an empty board, also
// packed by pext. All tables take 215 KB and fit in the L2 cache.
struct Slider {
  const std::uint16_t* attacks;
  std::uint64_t mask;
  std::uint64_t reach;
};
extern const std::array<Slider, kSquareCount> kBishop;
extern const std::array<Slider, kSquareCount> kRook;

// True if the processor has a fast pext.
extern bool use_pext;

Bitboard bishop_attacks_computed(Square square, Bitboard occupied);
Bitboard rook_attacks_computed(Square square, Bitboard occupied);

#if defined(__x86_64__)
// Returns the result of the pext instruction. Uses inline assembly, because the rest of the program
// is compiled for processors without the instruction.
inline std::uint64_t pext(std::uint64_t bits, std::uint64_t mask) {
  std::uint64_t result;
  __asm__("pextq %2, %1, %0" : "=r"(result) : "r"(bits), "r"(mask));
  return result;
}
inline std::uint64_t pdep(std::uint64_t bits, std::uint64_t mask) {
  std::uint64_t result;
  __asm__("pdepq %2, %1, %0" : "=r"(result) : "r"(bits), "r"(mask));
  return result;
}
inline Bitboard look_up(const Slider& slider, Bitboard occupied) {
  return Bitboard(pdep(slider.attacks[pext(occupied.bits(), slider.mask)], slider.reach));
}
#endif

}  // namespace attack_tables

// Returns the squares that a pawn attacks diagonally (3.7.3).
inline Bitboard pawn_attacks(Color color, Square square) {
  return attack_tables::kPawn[static_cast<std::size_t>(color)][static_cast<std::size_t>(square)];
}

// Returns the attacks of a piece on an empty board. Precondition: `role` is not Pawn.
inline Bitboard attacks_on_empty_board(Role role, Square square) {
  return attack_tables::kEmptyBoard[static_cast<std::size_t>(role)]
                                   [static_cast<std::size_t>(square)];
}
inline Bitboard knight_attacks(Square square) {
  return attacks_on_empty_board(Role::Knight, square);
}
inline Bitboard king_attacks(Square square) { return attacks_on_empty_board(Role::King, square); }

inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
#if defined(__x86_64__)
  if (attack_tables::use_pext) [[likely]] {
    return attack_tables::look_up(attack_tables::kBishop[static_cast<std::size_t>(square)],
                                  occupied);
  }
#endif
  return attack_tables::bishop_attacks_computed(square, occupied);
}
inline Bitboard rook_attacks(Square square, Bitboard occupied) {
#if defined(__x86_64__)
  if (attack_tables::use_pext) [[likely]] {
    return attack_tables::look_up(attack_tables::kRook[static_cast<std::size_t>(square)], occupied);
  }
#endif
  return attack_tables::rook_attacks_computed(square, occupied);
}
inline Bitboard queen_attacks(Square square, Bitboard occupied) {
  return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

// Returns the attacks of a piece, limited by the `occupied` squares. Precondition: `role` is not
// Pawn.
inline Bitboard attacks_of(Role role, Square square, Bitboard occupied) {
  switch (role) {
    case Role::Bishop:
      return bishop_attacks(square, occupied);
    case Role::Rook:
      return rook_attacks(square, occupied);
    case Role::Queen:
      return queen_attacks(square, occupied);
    default:
      return attacks_on_empty_board(role, square);
  }
}

// Returns the squares strictly between two squares on a common line or diagonal; empty for other
// squares.
inline Bitboard between(Square a, Square b) {
  return attack_tables::kBetween[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// Returns the whole line or diagonal through both squares, from edge to edge; empty if they share
// none.
inline Bitboard line_through(Square a, Square b) {
  return attack_tables::kLine[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

}  // namespace arbiter
