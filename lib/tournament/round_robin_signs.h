// What shows a round robin while it is still running, when few pairs have met. Used by
// system_guess.cc only.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/tournament/tournament.h"

namespace arbiter {

// In which cycle a round robin of these pairings is, from 1; 0: they are not those of one. Nearly
// all play in each round but the last, and nobody meets an opponent again before meeting the
// others. A Swiss of few rounds pairs so, too, and counts as cycle 1. Cost: n log n.
std::uint32_t cycle_of_pairings(const Tournament& tournament);

// Whether the players can be numbered so that the rounds are those of the tables of Berger, in any
// order of rounds: two rounds always can. The last round is not compared if it is not complete.
// Cost: square in the players and in the rounds.
bool follows_berger_tables(const Tournament& tournament);

// How far apart in score those who meet are, as a share of what a draw of lots gives: about 1 in a
// round robin, little in a Swiss. Nothing before there are scores that differ.
std::optional<double> score_gap(const Tournament& tournament);

}  // namespace arbiter
