#include "tools/cli/options/filter_values.h"

#include <charconv>
#include <limits>

#include "lib/base/text.h"

namespace arbiter::cli::options {
namespace {

// Digits only.
std::optional<std::uint32_t> parse_digits(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<ValueSpan> parse_number(std::string_view text) {
  const auto number = parse_digits(text);
  if (!number || *number > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  return ValueSpan{*number, *number};
}

std::optional<ValueSpan> parse_eco(std::string_view text) {
  if (text.empty() || text.size() > 3) return std::nullopt;
  const char letter = text[0] >= 'a' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
  if (letter < 'A' || letter > 'E') return std::nullopt;
  ValueSpan span{0, 99};
  const std::string_view digits = text.substr(1);
  if (!digits.empty()) {
    const auto number = parse_digits(digits);
    if (!number) return std::nullopt;
    span = digits.size() == 2 ? ValueSpan{*number, *number}
                              : ValueSpan{*number * 10, *number * 10 + 9};
  }
  const std::uint32_t base = 1 + 100 * static_cast<std::uint32_t>(letter - 'A');
  return ValueSpan{base + span.first, base + span.last};
}

// Takes the next part of a date, up to a dot or a hyphen. 0 for question marks.
std::optional<std::uint32_t> take_part(std::string_view& text, std::uint32_t most) {
  const std::size_t end = text.find_first_of(".-");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!part.empty() && part.find_first_not_of('?') == std::string_view::npos) return 0;
  const auto number = parse_digits(part);
  if (!number || *number == 0 || *number > most) return std::nullopt;
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
  const std::uint32_t first = *year * 10000 + *month * 100 + *day;
  return ValueSpan{first, first + (*month == 0 ? 1231 : *day == 0 ? 31 : 0)};
}

using Ends = Range<std::uint32_t>;

std::optional<Ends> ends_of(std::string_view first, std::string_view last, const ValueForm& form) {
  Ends ends;
  if (!first.empty()) {
    const auto span = form.parse(first);
    if (!span) return std::nullopt;
    ends.least = span->first;
  }
  if (!last.empty()) {
    const auto span = form.parse(last);
    if (!span) return std::nullopt;
    ends.most = span->last;
  }
  if (ends.is_open() || (ends.least && ends.most && *ends.least > *ends.most)) return std::nullopt;
  return ends;
}

}  // namespace

const ValueForm kNumberForm = {parse_number, "2600, 2400..2500 or 2700.."};
const ValueForm kEcoForm = {parse_eco, "B90, B9, B or A40..A79"};
const ValueForm kDateForm = {parse_date, "1992, 1992.11, 1992.11.04, 1990..1999 or 2000.."};

std::optional<Range<std::uint32_t>> parse_range(std::string_view text, Comparison comparison,
                                                const ValueForm& form) {
  text = trim(text);
  if (comparison == Comparison::Equal) {
    if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
      return ends_of(trim(text.substr(0, dots)), trim(text.substr(dots + 2)), form);
    }
    if (text.empty()) return std::nullopt;
    if (auto ends = ends_of(text, text, form)) return ends;
    const std::size_t hyphen = text.find('-');
    if (hyphen == std::string_view::npos) return std::nullopt;
    return ends_of(trim(text.substr(0, hyphen)), trim(text.substr(hyphen + 1)), form);
  }
  const auto span = form.parse(text);
  if (!span) return std::nullopt;
  switch (comparison) {
    case Comparison::AtLeast:
      return Ends{span->first, std::nullopt};
    case Comparison::MoreThan:
      return Ends{span->last + 1, std::nullopt};
    case Comparison::AtMost:
      return Ends{std::nullopt, span->last};
    case Comparison::LessThan:
    case Comparison::Equal:
      break;
  }
  if (span->first == 0) return std::nullopt;
  return Ends{std::nullopt, span->first - 1};
}

}  // namespace arbiter::cli::options
