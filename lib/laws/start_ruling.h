// What comes of a game that was begun in a wrong way, once that is found.
#pragma once

#include "lib/laws/adjudication.h"

namespace arbiter {

// Precondition: the event is one of WrongStart, BoardTurned, ColoursReversed and BlackBegan, and
// the game is not over.
Ruling rule_on_start(const GameHistory& game, const Incident& incident);

}  // namespace arbiter
