// How much there is to read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

// What it takes to read all of `paths`; nothing if one of them is a pipe.
std::optional<std::uint64_t> bytes_of(const std::vector<std::string>& paths);

// Whether the reason why an archive cannot be read is a missing password.
bool is_locked(std::string_view damage);

// The files; of none "-", which is standard input. The error is that nothing was named and somebody
// sits at the terminal: they would wait for the program, and it for them.
Result<std::vector<std::string>> files_given(std::vector<std::string> files,
                                             std::string_view command);

}  // namespace arbiter
