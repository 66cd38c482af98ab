#include "board.h"

#include <array>

namespace board {
/*
 * Squares are numbered from a1 to h8.
 * e4 is 28.
 */
int square_of(char file, char rank) {
  return (rank - '1') * 8 + (file - 'a');
}

bool is_light(int square) {
  return ((square / 8) + (square % 8)) % 2 == 1;
}
}  // namespace board
