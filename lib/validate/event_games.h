// Conversion of checked games to the data that tournaments need.
#pragma once

#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/tournament/event_game.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/validator.h"

namespace arbiter {

// Returns the data of the game that the validator has just checked. Tag offsets count from the
// start of the file; place_event_games() sets lines and columns.
EventGame event_game_of(const PgnGame& game, const GameSummary& summary, const PlayedGame& played);

// Sets the lines and columns of tags in `source`, counted from its first line.
void place_event_games(const PgnText& source, std::vector<EventGame>& games);

// Returns a finding at a tag of the game (null: at the first tag). The excerpt shows the tag on a
// line of its own.
LocatedDiagnostic located_in(const EventGame& game, const EventTag* tag, Diagnostic diagnostic);

}  // namespace arbiter
