// Checks whether the programs for browser tests are installed.
#pragma once

#include <string>

namespace arbiter::testing {

// Returns the reason why browser tests cannot run here, or an empty string if they can.
std::string browser_obstacle();

}  // namespace arbiter::testing
