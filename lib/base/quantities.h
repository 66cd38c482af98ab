// Human-readable numbers and quantities.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

using Duration = std::chrono::duration<double>;

// Returns a number such as "12,345,678".
std::string with_commas(std::uint64_t number);

// Returns a count such as "1 game" or "2,000 games". `many` is an irregular plural.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

// Returns a duration such as "0.4 ms", "23 ms", "4.2 s", "3 min 20 s" or "2 h 5 min".
std::string duration_text(Duration time);

// Returns a rate with a prefix and three digits, such as "950", "12.3 thousand" or "4.56 million".
std::string rate_text(double per_second);

// Returns a size such as "39.1 MB" (10^6 bytes), "812 kB" or "17 bytes".
std::string size_text(std::uint64_t bytes);

}  // namespace arbiter
