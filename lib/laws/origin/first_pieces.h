// The squares that original and promoted pieces can have reached, given the pieces that never
// moved. The sets are upper bounds, so squares outside them are proved impossible.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"

namespace arbiter {

inline constexpr Color kBothColors[] = {Color::White, Color::Black};

enum class StartArray : std::uint8_t { Usual, Chess960 };

// A piece that started on the first rank of its side.
struct FirstPiece {
  Role role;
  Bitboard home;   // possible start squares; exactly one in the standard array
  Bitboard reach;  // the squares that it can have reached, including its home
};

struct FirstPieces {
  // Pieces of both sides that certainly never moved: pawns on their initial squares, kings and
  // rooks with castling rights, and pieces blocked in by these.
  Bitboard unmoved;
  std::array<std::vector<FirstPiece>, 2> pieces;  // indexed by colour; pawns excluded
  // Possible promotion squares by colour, and the squares that a promoted piece can reach, by
  // colour and role.
  std::array<Bitboard, 2> promotion_squares;
  std::array<std::array<Bitboard, 6>, 2> promoted_reach;

  const std::vector<FirstPiece>& of(Color color) const {
    return pieces[static_cast<std::size_t>(color)];
  }
};

// Accepts any board, even an unplayable one. Takes a few us.
FirstPieces first_pieces(const Setup& setup, StartArray start);

}  // namespace arbiter
