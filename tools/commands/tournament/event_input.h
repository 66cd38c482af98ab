// The games of files and databases as one tournament.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/tournament/event_game.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct EventInput {
  std::vector<EventGame> games;
  std::vector<std::string> files;  // by EventGame::file
  bool is_complete = true;         // all files could be read
};

// What cannot be read is complained about. Fails if there is no game, or if there are too many.
Result<EventInput> read_event(const std::vector<std::string>& arguments, unsigned jobs,
                              Console& console);

}  // namespace arbiter
