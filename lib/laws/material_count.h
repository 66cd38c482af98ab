// The men of a side counted and valued.
#pragma once

#include <array>
#include <string>

#include "lib/chess/board.h"

namespace arbiter {

struct MaterialCount {
  std::array<int, 6> men{};  // by role

  int of(Role role) const { return men[static_cast<std::size_t>(role)]; }
  // By the usual values, in pawns: queen 9, rook 5, bishop and knight 3. The Laws
  // know no values.
  int value() const;
};

MaterialCount material_of(const Board& board, Color color);

// "queen, 2 rooks, 8 pawns", the most valuable first; "bare king" where there is
// nothing else.
std::string to_string(const MaterialCount& material);

}  // namespace arbiter
