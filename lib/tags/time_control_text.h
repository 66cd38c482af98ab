// Taking the parts of a time control away from the front of a text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/base/text.h"
#include "lib/tags/clock_time.h"

namespace arbiter::time_control_text {

// At most nine digits.
inline std::optional<std::uint32_t> skip_number(std::string_view& text) {
  std::uint32_t number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits]) && digits < 9) {
    number = number * 10 + static_cast<std::uint32_t>(text[digits++] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

// Perhaps with decimals, of which three count.
inline std::optional<ClockTime> skip_seconds(std::string_view& text) {
  const auto whole = skip_number(text);
  if (!whole) return std::nullopt;
  ClockTime time = std::chrono::seconds(*whole);
  if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return time;
  text.remove_prefix(1);
  for (std::int64_t unit = 100; !text.empty() && is_digit(text.front()); unit /= 10) {
    time += ClockTime(unit * (text.front() - '0'));
    text.remove_prefix(1);
  }
  return time;
}

// Whether `prefix` stood there.
inline bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace arbiter::time_control_text
