// Commands and their output, as documentation shows them:
//   ```console
//   $ arbiter --version
//   arbiter 0.1.0
//   ```
// Lines with "> " directly after a command continue it, as in a shell.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ConsoleStep {
  std::string command;
  std::string output;  // a line "..." matches any number of lines
};

struct ConsoleBlock {
  std::size_t first_line = 0;  // first line after the opening fence, from 0
  std::size_t end_line = 0;    // line of the closing fence
  std::vector<ConsoleStep> steps = {};
};

// Returns the lines of a command as shown in a block.
std::string as_shown(const ConsoleStep& step);

std::vector<ConsoleBlock> console_blocks(const std::vector<std::string>& lines);

// Returns the output without times and rates, which differ between runs.
std::string normalised(const std::string& output);

// Returns whether `output` matches `shown`, both normalised.
bool matches(const std::string& shown, const std::string& output);

// Returns the text to show for `output`: all of it, or shortened like `shown`. If `shown` has a
// line "...", the same numbers of lines at the start and end are kept.
std::string updated_output(const std::string& shown, const std::string& output);

}  // namespace arbiter::testing
