// How much there is to read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// What it takes to read all of `paths`; nothing if one of them is a pipe.
std::optional<std::uint64_t> bytes_of(const std::vector<std::string>& paths);

// Whether the reason why an archive cannot be read is a missing password.
bool is_locked(std::string_view damage);

}  // namespace arbiter
