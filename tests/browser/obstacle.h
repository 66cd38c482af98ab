// The programs that a test in a browser needs.
#pragma once

#include <string>

namespace arbiter::testing {

// Returns the reason why the browser cannot be driven here; empty if it can.
std::string browser_obstacle();

}  // namespace arbiter::testing
