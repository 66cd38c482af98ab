// The time in the tables of a cluster.
#pragma once

#include <cstdint>
#include <ctime>

namespace arbiter::clickhouse {

// Returns the seconds since 1970, by the clock of this machine.
inline std::uint64_t seconds_now() { return static_cast<std::uint64_t>(std::time(nullptr)); }

}  // namespace arbiter::clickhouse
