// The current date.
#pragma once

#include <cstdint>

namespace arbiter {

// Returns the local date as YYYYMMDD.
std::uint32_t today();

}  // namespace arbiter
