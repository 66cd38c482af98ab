// What the shell sees.
#pragma once

namespace arbiter {

enum class ExitCode : int {
  Clean = 0,        // done, and nothing found that counts
  Findings = 1,     // done, and something found at or above --fail-on
  CouldNotRun = 2,  // wrong usage, or a file that cannot be read or written
};

}  // namespace arbiter
