// What a store is opened for.
#pragma once

#include <cstdint>

namespace arbiter {

enum class Access : std::uint8_t { Read, Write, Create };  // Create: Write, and it may be missing

}  // namespace arbiter
