// What a tournament wants to know of the games of a stretch of a file.
#pragma once

#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/tournament/event_game.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/validator.h"

namespace arbiter {

// The game that the validator has checked. Offsets of its tags count from the file's start; their
// lines and columns are set by place_event_games().
EventGame event_game_of(const PgnGame& game, const GameSummary& summary, const PlayedGame& played);

// Sets the lines and columns of the games' tags, which stand in `source`, from its first line on.
void place_event_games(const PgnText& source, std::vector<EventGame>& games);

// A finding in such a game, at one of its tags (null: the first one), which stands on a line of its
// own in the excerpt.
LocatedDiagnostic located_in(const EventGame& game, const EventTag* tag, Diagnostic diagnostic);

}  // namespace arbiter
