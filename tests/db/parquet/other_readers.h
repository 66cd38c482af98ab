// Parquet readers of other projects: DuckDB, and hyparquet on Node.
#pragma once

#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns an empty string if Node and both readers are installed, or otherwise the reason and a
// remedy.
std::string readers_obstacle();

}  // namespace arbiter::testing
