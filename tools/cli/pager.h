// Long text on a terminal, page by page.
#pragma once

#include <string>

#include "tools/cli/output/console.h"

namespace arbiter {

// Prints the text to standard output; through the pager of PAGER, or less, if it is longer than the
// terminal is high. An empty PAGER means none, as does one that cannot be run.
void print_paged(const std::string& text, Console& console);

}  // namespace arbiter
