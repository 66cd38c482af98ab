// A line of a file with a mark below a part of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tools/cli/output/text_cells.h"

namespace arbiter {

// Three pieces of a line, UTF-8 without control characters.
struct LinePieces {
  std::string before;
  std::string marked;
  std::string after;
  bool is_cut_before = false;  // the line begins earlier
  bool is_cut_after = false;   // and ends later
};

// In cells of a terminal.
struct MarkedLine {
  std::string text;
  std::size_t mark_start = 0;
  std::size_t mark_cells = 1;  // at least 1
};

// The line as it is shown: with an ellipsis at each end where it is cut, and cut to `room` cells
// around the mark, if there is a limit.
MarkedLine marked_line(LinePieces pieces, std::optional<std::size_t> room, Charset charset);

}  // namespace arbiter
