// Where the men of the first position, and those promoted, can have got to, with
// those in the way that have never moved. Every set of squares here is too large
// rather than too small, so that what lies outside is proved impossible.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"

namespace arbiter {

enum class StartArray : std::uint8_t { Usual, Chess960 };

// A man that stood on the first rank of its side.
struct FirstMan {
  Role role;
  Bitboard home;   // where it may have begun: one square in the usual array
  Bitboard reach;  // where it can have got to, its home included
};

struct FirstMen {
  // Men of both sides that have certainly never moved: pawns on their first rank,
  // kings and rooks with castling rights, and whatever these shut in.
  Bitboard unmoved;
  std::array<std::vector<FirstMan>, 2> men;  // by colour; pawns left out
  // By colour: where pawns can be promoted, and by role where such a man can be.
  std::array<Bitboard, 2> promotion_squares;
  std::array<std::array<Bitboard, 6>, 2> promoted_reach;

  const std::vector<FirstMan>& of(Color color) const {
    return men[static_cast<std::size_t>(color)];
  }
};

// Any board, also one that cannot be played. Some us.
FirstMen first_men(const Setup& setup, StartArray start);

}  // namespace arbiter
