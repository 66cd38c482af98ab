// The bytes of sums that both forms have in common (README.md, "Sums").
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "db/model/byte_cursor.h"
#include "db/model/counted_sums.h"

namespace arbiter {

inline constexpr std::uint64_t kLargestShort = std::numeric_limits<std::uint16_t>::max();

// Fails as cursors do.
std::uint16_t read_short(ByteCursor& cursor);

// All but the years.
void append_counts(const MoveSums& sums, std::vector<std::uint8_t>& bytes);
MoveSums read_counts(ByteCursor& cursor);

// Calls `visit(YearCount)` for each year, rising. Fails as cursors do where years do not rise.
template <class Visit>
void for_each_year(ByteCursor& cursor, Visit visit) {
  std::uint64_t year = 0;
  for (std::uint64_t years = cursor.number(); years > 0 && cursor.is_sound(); --years) {
    const std::uint64_t step = cursor.number();
    const std::uint64_t games = cursor.number();
    if (step == 0 || step > kLargestShort - year || games == 0) cursor.fail();
    year += step;
    if (cursor.is_sound()) visit(YearCount{static_cast<std::uint16_t>(year), games});
  }
}

}  // namespace arbiter
