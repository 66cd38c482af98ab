// Tags of a game that cannot all be true.
#pragma once

#include "lib/pgn/game_reporter.h"
#include "lib/tags/tag_index.h"

namespace arbiter {

// Reports white-is-black, same-fideid, board-vs-round-suffix, date-outside-event,
// date-vs-utcdate, termination-*, setup-*, fen-without-setup, broadcast-convention, bye.
void check_tag_agreement(const TagIndex& tags, GameReporter& reporter);

}  // namespace arbiter
