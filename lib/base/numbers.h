// Numbers in text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace arbiter {

// Returns the number that the text consists of; nothing for other text.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Accepts a "+" before the number too.
template <class Number>
std::optional<Number> parse_signed_number(std::string_view text) {
  return parse_number<Number>(text.substr(text.starts_with('+') ? 1 : 0));
}

}  // namespace arbiter
