// Values in the comments of a stored game.
#pragma once

#include <vector>

#include "db/model/game_record.h"
#include "lib/export/movetext_sink.h"

namespace arbiter {

// Returns the values of commands in the comments of the main line: element i has those after i
// half-moves. Elements are missing at the end; none if the record has no movetext. Words that are
// no moves count as moves.
std::vector<CommentValues> comment_values(const GameView& game);

}  // namespace arbiter
