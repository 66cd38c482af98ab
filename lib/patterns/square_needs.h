// What must have stood where in a game for a pattern to hold in it: what an index can answer
// without the moves.
#pragma once

#include <vector>

#include "lib/patterns/pattern.h"

namespace arbiter {

struct SquareNeeds {
  enum class Kind : std::uint8_t {
    Nothing,  // any game may do
    Stood,    // at some time one of `men` stood on one of `squares`
    All,      // all of `parts`
    Any,      // one of them
  };

  Kind kind = Kind::Nothing;
  std::vector<SquareNeeds> parts = {};
  Men men = 0;
  Bitboard squares = {};

  bool is_empty() const { return kind == Kind::Nothing; }
};

// Never more than the pattern needs: a game without it does not match.
SquareNeeds needs_of(const Pattern& pattern);

}  // namespace arbiter
