// Generated tournaments without errors, for tests to spoil.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/tournament/event_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Sets or adds a tag.
void set_tag(EventGame& game, KnownTag known, const std::string& value);

// All players meet each other, `cycles` times, by the Berger tables; with boards in the Round tag.
std::vector<EventGame> made_round_robin(std::uint32_t players, std::uint32_t cycles = 1);

// Players of nearly equal score meet, nobody twice, nobody three times with one colour. With an odd
// number of players one has a bye, which is not a game.
std::vector<EventGame> made_swiss(std::uint32_t players, std::uint32_t rounds);

// Matches of two games a round; the winners advance. `players` is a power of two.
std::vector<EventGame> made_knock_out(std::uint32_t players);

// Every team meets every other at four boards.
std::vector<EventGame> made_team_event(std::uint32_t teams);

}  // namespace arbiter::testing
