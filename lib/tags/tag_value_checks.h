// The values of single tags: dates, rounds, names, ratings, titles, results, codes.
#pragma once

#include "lib/pgn/game_reporter.h"
#include "lib/tags/tag_checks.h"

namespace arbiter {

// Reports what is wrong with the value itself, whatever the other tags say.
// `known` is the tag meant, also where the name has other capitals.
void check_tag_value(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                     GameReporter& reporter);

}  // namespace arbiter
