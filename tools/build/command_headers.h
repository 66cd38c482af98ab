// The headers that most commands include, compiled once (library.bzl). Each source still includes
// the headers that it uses.
#include <fmt/ranges.h>

#include "db/stream/file_filter.h"
#include "tools/build/database_headers.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/record_table.h"
