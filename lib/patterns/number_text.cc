#include "lib/patterns/number_text.h"

#include <charconv>

namespace arbiter {
namespace {

std::optional<int> parse_number(std::string_view text) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (number < 0 || number > kLargestNumber) return std::nullopt;
  return number;
}

}  // namespace

std::optional<CountRange> parse_number_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto number = parse_number(text);
    if (!number) return std::nullopt;
    return CountRange{*number, *number};
  }
  const std::string_view first = text.substr(0, dots);
  const std::string_view last = text.substr(dots + 2);
  const auto least = first.empty() ? std::optional(0) : parse_number(first);
  const auto most = last.empty() ? std::optional(CountRange::kNoLimit) : parse_number(last);
  if (!least || !most || *most < *least || text == "..") return std::nullopt;
  return CountRange{*least, *most};
}

}  // namespace arbiter
