// The characters in the values of tags (PGN 7).
#pragma once

#include "lib/pgn/game_reporter.h"

namespace arbiter {

// Reports bad-escape, tab-in-string, html-entities, smart-quotes and
// string-too-long. One look at the bytes of all tags if there is nothing to say.
void check_tag_text(GameReporter& reporter);

}  // namespace arbiter
