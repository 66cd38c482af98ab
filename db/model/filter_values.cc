#include "db/model/filter_values.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// Parses text that consists of digits.
std::optional<std::uint64_t> parse_digits(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class T>
std::optional<ValueSpan> parse_number(std::string_view text) {
  const auto number = parse_digits(text);
  if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) {
    return std::nullopt;
  }
  return ValueSpan{*number, *number};
}

std::optional<ValueSpan> parse_id(std::string_view text) {
  const auto span = parse_number<std::int64_t>(text);
  return span && span->first > 0 ? span : std::nullopt;
}

std::optional<ValueSpan> parse_eco(std::string_view text) {
  if (text.empty() || text.size() > 3) return std::nullopt;
  const char letter = to_capital(text[0]);
  if (letter < 'A' || letter > 'E') return std::nullopt;
  ValueSpan span{0, 99};
  const std::string_view digits = text.substr(1);
  if (!digits.empty()) {
    const auto number = parse_digits(digits);
    if (!number) return std::nullopt;
    span = digits.size() == 2 ? ValueSpan{*number, *number}
                              : ValueSpan{*number * 10, *number * 10 + 9};
  }
  const std::uint64_t base = 1 + 100 * static_cast<std::uint64_t>(letter - 'A');
  return ValueSpan{base + span.first, base + span.last};
}

// Removes the next part of a date, up to a dot or a hyphen. Returns 0 for question marks.
std::optional<std::uint64_t> take_part(std::string_view& text, std::uint64_t max) {
  const std::size_t end = text.find_first_of(".-");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!part.empty() && part.find_first_not_of('?') == std::string_view::npos) return 0;
  const auto number = parse_digits(part);
  if (!number || *number == 0 || *number > max) return std::nullopt;
  return number;
}

std::optional<ValueSpan> parse_date(std::string_view text) {
  if (text.find_first_of(".-") == std::string_view::npos && text.size() != 4) return std::nullopt;
  if (text.ends_with('.') || text.ends_with('-')) return std::nullopt;
  const auto year = take_part(text, 9999);
  if (!year || *year == 0) return std::nullopt;
  const auto month = text.empty() ? 0 : take_part(text, 12);
  const auto day = text.empty() ? 0 : take_part(text, 31);
  if (!month || !day || !text.empty() || (*month == 0 && *day != 0)) return std::nullopt;
  const std::uint64_t first = *year * 10000 + *month * 100 + *day;
  return ValueSpan{first, first + (*month == 0 ? 1231 : *day == 0 ? 31 : 0)};
}

// Returns the range from the start of `first` to the end of `last`. An empty end is open.
std::optional<ValueRange> ends_of(std::string_view first, std::string_view last,
                                  const ValueForm& form) {
  const auto from = form.parse(first);
  const auto to = form.parse(last);
  const bool is_valid = (from || first.empty()) && (to || last.empty()) && (from || to);
  if (!is_valid) return std::nullopt;
  return ValueRange{from ? std::optional(from->first) : std::nullopt,
                    to ? std::optional(to->last) : std::nullopt};
}

std::optional<ValueRange> equal_range(std::string_view text, const ValueForm& form) {
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    return ends_of(trim(text.substr(0, dots)), trim(text.substr(dots + 2)), form);
  }
  if (text.empty()) return std::nullopt;
  if (auto range = ends_of(text, text, form)) return range;
  const std::size_t hyphen = text.find('-');
  if (hyphen == std::string_view::npos) return std::nullopt;
  return ends_of(trim(text.substr(0, hyphen)), trim(text.substr(hyphen + 1)), form);
}

std::optional<ValueRange> compared_range(const ValueSpan& span, Comparison comparison) {
  switch (comparison) {
    case Comparison::Equal:
    case Comparison::NotEqual:
      return ValueRange{span.first, span.last};
    case Comparison::AtLeast:
      return ValueRange{span.first, std::nullopt};
    case Comparison::MoreThan:
      return ValueRange{span.last + 1, std::nullopt};
    case Comparison::AtMost:
      return ValueRange{std::nullopt, span.last};
    case Comparison::LessThan:
      break;
  }
  if (span.first == 0) return std::nullopt;
  return ValueRange{std::nullopt, span.first - 1};
}

}  // namespace

const ValueForm kNumberForm = {parse_number<std::uint16_t>, "2600, 2400..2500 or 2700.."};
const ValueForm kIdForm = {parse_id, "2, 2..9 or 100.."};
const ValueForm kEcoForm = {parse_eco, "B90, B9, B or A40..A79"};
const ValueForm kDateForm = {parse_date, "1992, 1992.11, 1992.11.04, 1990..1999 or 2000.."};

Result<ValueRange> parse_range(std::string_view text, Comparison comparison,
                               const ValueForm& form) {
  text = trim(text);
  std::optional<ValueRange> range;
  if (comparison == Comparison::Equal) {
    range = equal_range(text, form);
  } else if (const auto span = form.parse(text)) {
    range = compared_range(*span, comparison);
    if (!range) return Error{fmt::format("nothing is less than '{}'", text)};
  }
  if (!range) return Error{fmt::format("invalid value '{}' (such as {})", text, form.example)};
  if (range->min && range->max && *range->min > *range->max) {
    return Error{
        fmt::format("the range '{}' is empty: its first value is greater than its second", text)};
  }
  return *range;
}

}  // namespace arbiter
