// The comment that servers write behind every move.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "lib/base/namespaces.h"

namespace arbiter::pgn {

inline constexpr std::string_view kClockForm = "{ [%clk 0:00:00] }";

// Where `text`, which has as many readable bytes as the form, begins with it, but for
// the digits, and minutes and seconds are below 60: the seconds that it shows, hours
// and minutes included. Else nothing. About 2 ns.
inline std::optional<std::uint32_t> read_clock_comment(const char* text) {
  static_assert(std::endian::native == std::endian::little);
  const auto load = [](const char* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  };
  // What differs from the form: nothing may, but for digits, which differ by 0 to 9,
  // the tens of minutes and seconds by 0 to 5.
  const std::uint64_t digits = load(text + 8) ^ load(kClockForm.data() + 8);
  constexpr char kRoomBelow128[] = {0x76, 0x7F, 0x7A, 0x76, 0x7F, 0x7A, 0x76, 0x7F};
  const std::uint64_t overflow = (digits + load(kRoomBelow128)) | digits;
  const bool is_clock = load(text) == load(kClockForm.data()) &&
                        (overflow & 0x8080'8080'8080'8080) == 0 && text[16] == ' ' &&
                        text[17] == '}';
  if (!is_clock) return std::nullopt;
  const std::uint64_t pairs = digits * 10 + (digits >> 8);  // tens and ones, where the tens stood
  return static_cast<std::uint32_t>((digits & 0xFF) * 3600 + (pairs >> 16 & 0xFF) * 60 +
                                    (pairs >> 40 & 0xFF));
}

}  // namespace arbiter::pgn
