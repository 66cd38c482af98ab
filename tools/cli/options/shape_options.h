// Options that say what of a game is written.
#pragma once

#include "lib/export/game_shape.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

inline constexpr const char* kShapeGroup = "What is written of each game";

// The options from --strip to --width, which say what is written of each game and how.
void add_shape(CommandLine& app, GameShape& shape);

}  // namespace arbiter
