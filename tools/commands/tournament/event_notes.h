// What to know of the games of a tournament before a table of them is believed, in lines on
// standard error: the first few of each kind, and how many there are.
#pragma once

#include <span>
#include <string>

#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"
#include "tools/cli/output/console.h"
#include "tools/commands/tournament/event_input.h"

namespace arbiter {

// Games of several events: somebody may have named two tournaments, or one whose games name it in
// two ways.
void tell_events(const EventInput& input, Console& console);

// Games that stand in the files twice.
void tell_repeated(const EventInput& input, std::span<const RepeatedGame> repeated,
                   Console& console);

// What the lines of a report say against each other.
void tell_contradictions(const std::string& path, const TrfReport& report, Console& console);

// Games whose Result tag says something other than what stands after the moves, which decides.
void tell_overruled(const EventInput& input, Console& console);

}  // namespace arbiter
