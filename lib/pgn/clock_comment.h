// The comment that servers write behind every move.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace arbiter {

inline constexpr std::string_view kClockForm = "{ [%clk 0:00:00] }";

// Whether `text`, which has as many readable bytes as the form, begins with
// "{ [%clk 0:01:00] }", any digit in the place of each. About 2 ns.
inline bool begins_with_clock_comment(const char* text) {
  const auto load = [](const char* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  };
  // What differs from the form: nothing may, but for digits, which differ by 0 to 9.
  const std::uint64_t difference = load(text + 8) ^ load(kClockForm.data() + 8);
  constexpr char kRoomBelow128[] = {0x76, 0x7F, 0x76, 0x76, 0x7F, 0x76, 0x76, 0x7F};
  const std::uint64_t overflow = (difference + load(kRoomBelow128)) | difference;
  return load(text) == load(kClockForm.data()) && (overflow & 0x8080'8080'8080'8080) == 0 &&
         text[16] == ' ' && text[17] == '}';
}

// The seconds that such a comment shows, hours and minutes included. Its minutes
// and seconds may be above 59: see has_usual_digits().
inline std::uint32_t seconds_in_clock_comment(const char* text) {
  const auto digit = [text](int at) { return static_cast<std::uint32_t>(text[at] - '0'); };
  return digit(8) * 3600 + (digit(10) * 10 + digit(11)) * 60 + digit(13) * 10 + digit(14);
}

// Whether minutes and seconds are below 60.
inline bool has_usual_digits(const char* text) { return (text[10] < '6') & (text[13] < '6'); }

}  // namespace arbiter
