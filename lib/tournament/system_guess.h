// Signs of a round robin that is still running, when few pairs have met. Used by system_guess.cc
// only.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/tournament/tournament.h"

namespace arbiter {

// Returns the cycle of a round robin that these pairings are in, from 1; 0 if they are not those of
// one. Nearly all players play in each round but the last, and nobody meets an opponent again
// before meeting the others. A Swiss of few rounds also counts as cycle 1. Cost: n log n.
std::uint32_t cycle_of_pairings(const Tournament& tournament);

// Returns whether the players can be numbered so that the rounds match the Berger tables, in any
// order. Two rounds always match. An incomplete last round is not compared. Cost: square in the
// players and in the rounds.
bool follows_berger_tables(const Tournament& tournament);

// Returns the mean score difference of opponents, as a share of that of random pairings: about 1 in
// a round robin, small in a Swiss. Nothing before scores differ.
std::optional<double> score_gap(const Tournament& tournament);

}  // namespace arbiter
