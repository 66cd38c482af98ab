// The squares in a straight line from a square, step by step.
#pragma once

#include "lib/chess/bitboard.h"

namespace arbiter {

struct Step {
  int file;
  int rank;
};

constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

// The squares from `square` in one direction, up to and including the first
// occupied one.
constexpr Bitboard ray(int square, Step step, Bitboard occupied) {
  Bitboard squares;
  int file = square % 8 + step.file;
  int rank = square / 8 + step.rank;
  while (on_board(file, rank)) {
    const Square here = square_at(rank * 8 + file);
    squares |= here;
    if (occupied.contains(here)) break;
    file += step.file;
    rank += step.rank;
  }
  return squares;
}

}  // namespace arbiter
