// The programs that a test in a browser needs.
#pragma once

#include <string>

namespace arbiter::testing {

// Returns the reason why browser tests cannot run here, or an empty string if they can.
std::string browser_obstacle();

}  // namespace arbiter::testing
