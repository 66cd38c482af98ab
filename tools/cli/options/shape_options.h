// Options that say what of a game is written.
#pragma once

#include "lib/export/game_shape.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::options {

// --strip, --keep, --tags, --drop, --set and --width.
void add_shape(CommandLine& app, GameShape& shape);

}  // namespace arbiter::cli::options
