// A result as columns and postings hold it.
#pragma once

#include <cstdint>

#include "lib/laws/game_end.h"

namespace arbiter {

// 0 for *, 1 for 1-0, 2 for 0-1, 3 for a draw.
constexpr std::uint8_t number_of(Outcome outcome) {
  return static_cast<std::uint8_t>((static_cast<unsigned>(outcome) + 1) & 3);
}

// Only the lower two bits of `number` count.
constexpr Outcome outcome_of(unsigned number) { return static_cast<Outcome>((number + 3) & 3); }

static_assert(number_of(Outcome::Unknown) == 0 && number_of(Outcome::WhiteWins) == 1);
static_assert(number_of(Outcome::BlackWins) == 2 && number_of(Outcome::Draw) == 3);
static_assert(outcome_of(number_of(Outcome::Draw)) == Outcome::Draw);
static_assert(outcome_of(0) == Outcome::Unknown);

}  // namespace arbiter
