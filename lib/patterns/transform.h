// A pattern seen from the other side, in a mirror, or elsewhere on the board.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "lib/patterns/pattern.h"

namespace arbiter {

// What the pattern says of White, of Black, and with the board upside down.
Pattern with_colors_swapped(const Pattern& pattern);

// With the files from h to a. Castling, and a side of castling, stay what they are.
Pattern mirrored(const Pattern& pattern);

struct Steps {
  int files = 0;
  int ranks = 0;
};

// Everything so many squares further; whatever means the whole board, a whole file or a whole rank
// stays whole in that direction. Nothing if a square would leave the board.
std::optional<Pattern> shifted(const Pattern& pattern, Steps steps);

// All that Either, Mirror or Shift mean, one by one. Precondition: it is one of them.
std::vector<Pattern> variants_of(const Pattern& pattern);

// The same without Either, Mirror and Shift. Nothing if that has more than kMostParts parts.
inline constexpr std::size_t kMostParts = 4'000;
std::optional<Pattern> expanded(const Pattern& pattern);

}  // namespace arbiter
