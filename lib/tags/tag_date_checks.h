// The values of the tags that give a date or a time of day.
#pragma once

#include "lib/pgn/game_reporter.h"
#include "lib/tags/tag_checks.h"

namespace arbiter {

// Values that are not empty.
void check_date(KnownTag known, const PgnTag& tag, const TagCheckOptions& options,
                GameReporter& reporter);
void check_time_of_day(const PgnTag& tag, GameReporter& reporter);

}  // namespace arbiter
