// Files of positions with names.
#pragma once

#include <span>
#include <string>

#include "db/stream/file_filter.h"
#include "lib/base/result.h"

namespace arbiter {

// Reads files with a position per line. A line is a FEN and perhaps a name after it, or EPD, whose
// operation `id`, or otherwise `c0`, is the name. A position without a name is named by its FEN.
// Empty lines and those that begin with # or % are skipped. The error has the line number.
Result<NamedPositions> read_positions(std::span<const std::string> paths);

}  // namespace arbiter
