// The day on which the program runs.
#pragma once

#include <cstdint>

namespace arbiter {

// The local date as YYYYMMDD.
std::uint32_t today();

}  // namespace arbiter
