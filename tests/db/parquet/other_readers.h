// Parquet readers other than our own: DuckDB and hyparquet, run by Node.
#pragma once

#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Empty if Node and both readers are installed; otherwise the reason and a remedy.
std::string readers_obstacle();

}  // namespace arbiter::testing
