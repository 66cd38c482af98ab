// An amount of memory as an option.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// The least that a command asks for.
inline constexpr std::uint64_t kLeastMemorySize = std::uint64_t{128} << 20;

// "512M", "2G", "2GB", "100000k": with k, M or G for 2^10, 2^20 or 2^30 bytes. Fails with a
// sentence, also where it is less than kLeastMemorySize.
Result<std::uint64_t> parse_memory_size(std::string_view text);

Option* add_memory_size(CommandLine& app, const std::string& name, std::uint64_t& bytes);

}  // namespace arbiter
