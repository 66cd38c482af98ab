// The facts about checked games that a tournament needs.
#pragma once

#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/tournament/event_game.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/validator.h"

namespace arbiter {

// Returns the facts about the game that the validator has just checked. Tag offsets count from the
// start of the file; place_event_games() sets lines and columns.
EventGame event_game_of(const PgnGame& game, const GameSummary& summary, const PlayedGame& played);

// Sets the lines and columns of the tags, which are in `source`, counted from its first line.
void place_event_games(const PgnText& source, std::vector<EventGame>& games);

// Returns a finding in the game at one of its tags (null: the first one). The excerpt shows the tag
// in a line of its own.
LocatedDiagnostic located_in(const EventGame& game, const EventTag* tag, Diagnostic diagnostic);

}  // namespace arbiter
