// Fortresses that a few moves lead to, whatever is played.
#pragma once

#include <cstdint>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// Whether every line runs into a position that is proved to be a fortress, that goes
// round, or in which White lacks the material, within a few moves and as many checks
// as there are. False says nothing: it ends at the first line that does not. Goes no
// further than `positions`, from which it subtracts what it looked at; a fortress
// counts as the positions that take as long. Precondition: no mate is on the board.
bool all_lines_are_shut(const State& state, std::uint64_t& positions);

}  // namespace arbiter
