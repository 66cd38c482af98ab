// The day on which the program runs.
#pragma once

#include <cstdint>

#include "tools/cli/output/namespaces.h"

namespace arbiter::cli {

// The local date as YYYYMMDD.
std::uint32_t today();

}  // namespace arbiter::cli
