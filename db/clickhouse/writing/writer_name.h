// Unique names of writing programs, and whether these programs are still running.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter::clickhouse {

// Returns a name for this program such as "machine/4711/938475" (machine, process id, start time),
// which is unique until the machine restarts.
const std::string& writer_name();

// Returns a unique number: a hash of this program, the time and a counter.
std::uint64_t new_id();

// Returns whether a program may still write. The result is exact for programs on this machine.
// Programs on other machines count as running if their last row is recent.
bool may_be_writing(std::string_view writer, bool is_recent);

}  // namespace arbiter::clickhouse
