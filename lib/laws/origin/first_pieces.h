// The squares that the pieces of the first position and promoted pieces can have reached, given
// those that never moved. Every set is too large rather than too small, so that squares outside are
// proved impossible.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"

namespace arbiter {

inline constexpr Color kBothColors[] = {Color::White, Color::Black};

enum class StartArray : std::uint8_t { Usual, Chess960 };

// A piece that began on the first rank of its side.
struct FirstPiece {
  Role role;
  Bitboard home;   // the squares where it may have begun: one in the usual array
  Bitboard reach;  // the squares that it can have reached, including its home
};

struct FirstPieces {
  // Pieces of both sides that certainly never moved: pawns on their first rank, kings and rooks
  // with castling rights, and pieces that these shut in.
  Bitboard unmoved;
  std::array<std::vector<FirstPiece>, 2> pieces;  // by colour, without pawns
  // By colour: possible promotion squares, and by role the squares that such a piece can reach.
  std::array<Bitboard, 2> promotion_squares;
  std::array<std::array<Bitboard, 6>, 2> promoted_reach;

  const std::vector<FirstPiece>& of(Color color) const {
    return pieces[static_cast<std::size_t>(color)];
  }
};

// Returns the facts about any board, even one that cannot be played. Some us.
FirstPieces first_pieces(const Setup& setup, StartArray start);

}  // namespace arbiter
