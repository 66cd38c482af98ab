// Generated tournaments without errors, to be damaged by tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/tournament/event_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Sets or adds a tag.
void set_tag(EventGame& game, KnownTag known, const std::string& value);

// Returns a round robin of `cycles` cycles by the Berger tables, with boards in the Round tag.
std::vector<EventGame> made_round_robin(std::uint32_t players, std::uint32_t cycles = 1);

// Returns a Swiss tournament: players with nearly equal scores meet, never twice, and never have
// one colour three times in a row. With an odd number of players one has a bye, which is not a
// game.
std::vector<EventGame> made_swiss(std::uint32_t players, std::uint32_t rounds);

// Returns knock-out matches of two games per round. `players` is a power of two.
std::vector<EventGame> made_knock_out(std::uint32_t players);

// Returns a round robin of teams on four boards.
std::vector<EventGame> made_team_event(std::uint32_t teams);

}  // namespace arbiter::testing
