#include "lib/rules/time_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "lib/base/text.h"

namespace arbiter {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Takes a whole number away from the front.
std::optional<std::uint32_t> skip_number(std::string_view& text) {
  std::uint32_t number = 0;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits]) && digits < 9) {
    number = number * 10 + static_cast<std::uint32_t>(text[digits++] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

enum class Amount : std::uint8_t { None, Zero, Some };

// Takes seconds, perhaps with decimals, away from the front.
Amount skip_seconds(std::string_view& text) {
  const auto whole = skip_number(text);
  if (!whole) return Amount::None;
  bool is_zero = *whole == 0;
  if (text.size() > 1 && text[0] == '.' && is_digit(text[1])) {
    text.remove_prefix(1);
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
      is_zero &= text.front() == '0';
    }
  }
  return is_zero ? Amount::Zero : Amount::Some;
}

// "S" or "S+I", not both zero.
bool skip_time(std::string_view& text) {
  const Amount time = skip_seconds(text);
  if (time == Amount::None) return false;
  if (!skip(text, "+")) return time == Amount::Some;
  const Amount increment = skip_seconds(text);
  return increment == Amount::Some || (increment == Amount::Zero && time == Amount::Some);
}

bool is_unequal_times(std::string_view text) {
  return skip(text, "W") && skip_time(text) && skip(text, "-B") && skip_time(text) && text.empty();
}

enum class Period : std::uint8_t { Moves, Rest, Bad };

Period read_period(std::string_view text) {
  if (skip(text, "*")) {
    return skip_seconds(text) == Amount::Some && text.empty() ? Period::Rest : Period::Bad;
  }
  if (is_unequal_times(text)) return Period::Rest;
  std::string_view rest = text;
  if (const auto moves = skip_number(rest); moves && skip(rest, "/")) {
    return *moves > 0 && skip_time(rest) && rest.empty() ? Period::Moves : Period::Bad;
  }
  return skip_time(text) && text.empty() ? Period::Rest : Period::Bad;
}

// Takes blanks and one of the words away; false if none of them stands there.
bool skip_unit(std::string_view& text, std::initializer_list<std::string_view> words) {
  text = trim(text);
  for (std::string_view word : words) {
    if (!equal_ignoring_case(text.substr(0, word.size()), word)) continue;
    text = trim(text.substr(word.size()));
    return true;
  }
  return false;
}

bool skip_minutes(std::string_view& text) {
  return skip_unit(text, {"minutes", "minute", "mins.", "mins", "min.", "min", "m", "'"});
}

void skip_seconds_word(std::string_view& text) {
  skip_unit(text, {"seconds", "second", "secs.", "secs", "sec.", "sec", "s", "\"", "''"});
  skip_unit(text, {"/ move", "/move", "per move", "increment", "inc"});
}

}  // namespace

std::optional<TimeControlFinding> time_control_fault(std::string_view text) {
  if (text == "?" || text == "-") return std::nullopt;
  std::optional<std::string_view> early_end;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::string_view period = text.substr(0, colon);
    const Period kind = read_period(period);
    if (kind == Period::Bad) return TimeControlFinding{TimeControlFault::Form, period};
    if (colon == std::string_view::npos) break;
    if (kind == Period::Rest && !early_end) early_end = period;
    text.remove_prefix(colon + 1);
  }
  if (!early_end) return std::nullopt;
  return TimeControlFinding{TimeControlFault::Order, *early_end};
}

std::optional<std::string> time_control_meant(std::string_view text) {
  text = trim(text);
  const bool is_for_game = skip(text, "G/") || skip(text, "G");
  const auto minutes = skip_number(text);
  if (!minutes || *minutes == 0 || *minutes > 10000) return std::nullopt;
  const bool says_minutes = skip_minutes(text);
  const bool has_bar = skip(text, "|");
  if (!is_for_game && !says_minutes && !has_bar) return std::nullopt;
  if (text.empty() && !has_bar) return fmt::format("{}", *minutes * 60);
  if (!has_bar && !skip_unit(text, {"+", ",", "plus", "and"})) return std::nullopt;
  text = trim(text);
  const auto increment = skip_number(text);
  skip_seconds_word(text);
  if (!increment || !text.empty()) return std::nullopt;
  return fmt::format("{}+{}", *minutes * 60, *increment);
}

}  // namespace arbiter
