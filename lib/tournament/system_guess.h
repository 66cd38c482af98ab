// Signs of a round robin in progress, in which few pairs have met. For system_guess.cc only.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/tournament/tournament.h"

namespace arbiter {

// Returns the current cycle of a round robin, from 1; 0 if the pairings are not those of one.
// Nearly all players must play in each round except the last, and meet all others before meeting
// anybody again. A Swiss with few rounds also gives 1. Takes O(n log n).
std::uint32_t cycle_of_pairings(const Tournament& tournament);

// Returns whether the players can be numbered so that the rounds match the Berger tables, in any
// order. Two rounds always match. An incomplete last round is ignored. Takes quadratic time in
// players and rounds.
bool follows_berger_tables(const Tournament& tournament);

// Returns the mean score difference of opponents, relative to random pairings: about 1 in a round
// robin, small in a Swiss. Returns nothing if all scores are equal.
std::optional<double> score_gap(const Tournament& tournament);

}  // namespace arbiter
