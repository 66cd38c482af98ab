// Numbers as people read them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

using Duration = std::chrono::duration<double>;

// "12,345,678".
std::string with_commas(std::uint64_t number);

// "1 game", "2,000 games"; `many` is an irregular plural.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

// "0.4 ms", "23 ms", "4.2 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(Duration time);

// A rate with a prefix, three digits: "950", "12.3 thousand", "4.56 million".
std::string rate_text(double per_second);

// "39.1 MB" (10^6 bytes), "812 kB", "17 bytes".
std::string size_text(std::uint64_t bytes);

}  // namespace arbiter
