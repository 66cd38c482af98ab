// The names of programs that write, and whether they still run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter::clickhouse {

// Returns "machine/4711/938475" for this program: the machine, the process, and its start. No other
// program has the same name until the machine is restarted.
const std::string& writer_name();

// Returns a number that is unique to this program, time and call.
std::uint64_t new_id();

// Returns whether a program may still write. On this machine that is certain. Programs on other
// machines count as running if their last row is recent.
bool may_be_writing(std::string_view writer, bool is_recent);

}  // namespace arbiter::clickhouse
