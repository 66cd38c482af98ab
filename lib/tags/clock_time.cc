#include "lib/tags/clock_time.h"

#include <fmt/format.h>

#include <cstddef>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// Takes a number of at most nine digits away from the front.
std::optional<std::int64_t> skip_number(std::string_view& text) {
  std::int64_t number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    if (digits == 9) return std::nullopt;
    number = number * 10 + (text[digits++] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

// The digits behind the point as thousandths.
ClockTime fraction_of(std::string_view digits) {
  std::int64_t thousandths = 0;
  for (std::size_t at = 0; at < 3; ++at) {
    thousandths = thousandths * 10 + (at < digits.size() ? digits[at] - '0' : 0);
  }
  return ClockTime(thousandths);
}

// Takes ".6" or ",6" away from the front, which may be missing.
bool skip_fraction(std::string_view& text, ClockReading& reading) {
  if (text.empty()) return true;
  if (text[0] != '.' && text[0] != ',') return false;
  reading.has_fraction = true;
  reading.has_comma = text[0] == ',';
  text.remove_prefix(1);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
  reading.time += fraction_of(text);
  text = {};
  return true;
}

}  // namespace

std::optional<ClockReading> read_clock(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t seconds = 0;
  std::size_t numbers = 0;
  ClockReading reading;
  while (true) {
    const auto number = skip_number(text);
    if (!number || numbers == 3) return std::nullopt;
    reading.is_in_range &= numbers == 0 || *number < 60;
    seconds = seconds * 60 + *number;
    ++numbers;
    if (!text.starts_with(':')) break;
    text.remove_prefix(1);
  }
  reading.time = std::chrono::seconds(seconds);
  reading.form = numbers == 3   ? ClockForm::Full
                 : numbers == 2 ? ClockForm::Short
                                : ClockForm::Seconds;
  if (!skip_fraction(text, reading)) return std::nullopt;
  if (is_negative) {
    reading.is_in_range &= reading.time == ClockTime(0);
    reading.time = -reading.time;
  }
  return reading;
}

std::string to_string(ClockTime time) {
  const std::int64_t thousandths = time.count() < 0 ? -time.count() : time.count();
  const std::int64_t seconds = thousandths / 1000;
  std::string text = fmt::format("{}{}:{:02}:{:02}", time.count() < 0 ? "-" : "", seconds / 3600,
                                 seconds / 60 % 60, seconds % 60);
  if (thousandths % 1000 == 0) return text;
  text += fmt::format(".{:03}", thousandths % 1000);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

}  // namespace arbiter
