// Numbers as patterns have them.
#pragma once

#include <optional>
#include <string_view>

#include "lib/patterns/men.h"

namespace arbiter {

inline constexpr int kLargestNumber = 99'999;

// "2", "1..2", "3..", "..4". Nothing for other text.
std::optional<CountRange> parse_number_range(std::string_view text);

}  // namespace arbiter
