// Which program writes a batch, and whether it is still there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter::clickhouse {

// "machine/4711/938475": this program, unlike any other that runs or ran on this machine since it
// was started.
const std::string& writer_name();

// A number that no program has had for anything: of this program, of now, and of no other call.
std::uint64_t new_id();

// Whether the program of that name may still write. Of this machine that is known; of another one
// it is taken to run for fifteen minutes after its last sign.
bool may_be_writing(std::string_view writer, std::uint64_t seconds_ago);

}  // namespace arbiter::clickhouse
