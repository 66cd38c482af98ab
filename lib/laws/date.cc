#include "lib/laws/date.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <ctime>
#include <vector>

#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr unsigned kLastJulianYear = 1923;

// Reads digits and question marks. Returns false if the text contains other characters.
template <class Field>
bool read_field(std::string_view text, std::optional<Field>& field) {
  unsigned value = 0;
  bool is_known = true;
  for (char letter : text) {
    if (letter == '?') {
      is_known = false;
    } else if (is_digit(letter)) {
      value = value * 10 + static_cast<unsigned>(letter - '0');
    } else {
      return false;
    }
  }
  if (is_known) field = static_cast<Field>(value);
  return true;
}

bool may_be_leap_year(unsigned year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year <= kLastJulianYear);
}

unsigned days_in(unsigned month, const std::optional<std::uint16_t>& year) {
  constexpr std::array<std::uint8_t, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool may_be_leap = !year || may_be_leap_year(*year);
  return month == 2 && may_be_leap ? 29 : kDays[month - 1];
}

// Returns the words between dots, hyphens, slashes or spaces.
std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t end = text.find_first_of(".-/ ");
    fields.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

std::optional<unsigned> number_of(std::string_view text) {
  return text.size() > 4 ? std::nullopt : parse_number<unsigned>(text);
}

std::optional<PartialDate> if_exists(unsigned year, unsigned month, unsigned day) {
  if (month > 12 || day > 31) return std::nullopt;
  const PartialDate date{static_cast<std::uint16_t>(year), static_cast<std::uint8_t>(month),
                         static_cast<std::uint8_t>(day)};
  if (!may_exist(date)) return std::nullopt;
  return date;
}

// Returns the date if day and month can be distinguished: one of them exceeds twelve, both are
// equal, or the date has dots (day first).
std::optional<PartialDate> from_year_last(unsigned first, unsigned second, unsigned year,
                                          std::string_view text) {
  const bool has_dots = text.find('.') != text.npos && text.find_first_of("/-") == text.npos;
  const bool is_day_first = first > 12 || first == second || (has_dots && second <= 12);
  if (is_day_first) return if_exists(year, second, first);
  if (second > 12) return if_exists(year, first, second);
  if (first == 0 || second == 0 || year == 0) return std::nullopt;
  return PartialDate{.year = static_cast<std::uint16_t>(year)};
}

// Returns the number of the month with this English name, or with its first three letters.
std::optional<unsigned> month_named(std::string_view word) {
  constexpr std::string_view kNames = "jan feb mar apr may jun jul aug sep oct nov dec ";
  if (word.size() < 3 || !std::ranges::all_of(word, is_letter)) return std::nullopt;
  const std::size_t at = kNames.find(to_small(word.substr(0, 3)) + ' ');
  return at == kNames.npos ? std::nullopt : std::optional(static_cast<unsigned>(at / 4 + 1));
}

// Reads a date with the month in letters: "Sun Jul 09 2023", "9 July 2023", "Jul 9, 2023".
std::optional<PartialDate> from_words(const std::vector<std::string_view>& fields) {
  std::optional<unsigned> day, month, year;
  for (std::string_view field : fields) {
    if (field.ends_with(',')) field.remove_suffix(1);
    const auto number = number_of(field);
    const auto named = month_named(field);
    if (number) {
      auto& part = field.size() == 4 ? year : day;
      if (part) return std::nullopt;
      part = number;
    } else if (named && !month) {
      month = named;
    } else if (named || !std::ranges::all_of(field, is_letter)) {
      return std::nullopt;
    }
  }
  if (!month || !year) return std::nullopt;
  if (day) return if_exists(*year, *month, *day);
  return PartialDate{.year = static_cast<std::uint16_t>(*year),
                     .month = static_cast<std::uint8_t>(*month)};
}

}  // namespace

std::string to_string(const PartialDate& date) {
  const std::string year = date.year ? fmt::format("{:04}", *date.year) : "????";
  const std::string month = date.month ? fmt::format("{:02}", *date.month) : "??";
  const std::string day = date.day ? fmt::format("{:02}", *date.day) : "??";
  return fmt::format("{}.{}.{}", year, month, day);
}

std::optional<PartialDate> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '.' || text[7] != '.') return std::nullopt;
  unsigned others = 0;  // above 15 if a character is not a digit
  const auto digit = [&](std::size_t at) {
    const auto value = static_cast<unsigned>(text[at] - '0');
    others |= value | (value + 6);
    return value;
  };
  const unsigned year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  const unsigned month = digit(5) * 10 + digit(6);
  const unsigned day = digit(8) * 10 + digit(9);
  if (others < 16) {
    return PartialDate{.year = static_cast<std::uint16_t>(year),
                       .month = static_cast<std::uint8_t>(month),
                       .day = static_cast<std::uint8_t>(day)};
  }
  PartialDate date;
  const bool is_read = read_field(text.substr(0, 4), date.year) &&
                       read_field(text.substr(5, 2), date.month) &&
                       read_field(text.substr(8, 2), date.day);
  if (!is_read) return std::nullopt;
  return date;
}

std::optional<PartialDate> read_other_date(std::string_view text) {
  text = trim(text);
  if (text.size() == 8) {
    if (const auto year = number_of(text.substr(0, 4)), month = number_of(text.substr(4, 2)),
        day = number_of(text.substr(6, 2));
        year && month && day) {
      return if_exists(*year, *month, *day);
    }
  }
  auto fields = fields_of(text);
  if (std::ranges::any_of(text, is_letter)) return from_words(fields);
  if (fields.size() == 2 && fields[1].size() == 4) std::swap(fields[0], fields[1]);  // "05.2024"
  if (fields.size() > 3) return std::nullopt;
  std::array<unsigned, 3> numbers{};
  for (std::size_t at = 0; at < fields.size(); ++at) {
    const auto number = number_of(fields[at]);
    if (!number) return std::nullopt;
    numbers[at] = *number;
  }
  const auto [first, second, third] = numbers;
  if (fields.size() == 3 && fields[0].size() == 4) return if_exists(first, second, third);
  if (fields.size() == 3 && fields[2].size() == 4) {
    return from_year_last(first, second, third, text);
  }
  if (fields[0].size() != 4 || fields.size() > 2) return std::nullopt;
  PartialDate date{.year = static_cast<std::uint16_t>(first)};
  if (fields.size() == 2) date.month = static_cast<std::uint8_t>(second);
  if (second > 12 || !may_exist(date)) return std::nullopt;
  return date;
}

bool may_exist(const PartialDate& date) {
  if (date.year && *date.year == 0) return false;
  if (date.month && (*date.month < 1 || *date.month > 12)) return false;
  if (!date.day) return true;
  const unsigned longest = date.month ? days_in(*date.month, date.year) : 31;
  return *date.day >= 1 && *date.day <= longest;
}

std::int32_t day_number(const PartialDate& date) {
  assert(date.is_complete() && may_exist(date));
  // Years are counted from March, so that the leap day is the last day of a year.
  const int months = *date.month + 9;
  const int year = *date.year - 1 + months / 12;
  const int days_before_month = (153 * (months % 12) + 2) / 5;
  const int days_before_year = 365 * year + year / 4 - year / 100 + year / 400;
  constexpr int kDaysBefore1970 = 719468;
  return days_before_year + days_before_month + *date.day - 1 - kDaysBefore1970;
}

std::optional<std::uint32_t> earliest_day(const PartialDate& date) {
  if (!date.year) return std::nullopt;
  const std::uint32_t month = date.month.value_or(std::uint8_t{1});
  const std::uint32_t day = date.month ? date.day.value_or(std::uint8_t{1}) : 1;
  return *date.year * 10000U + month * 100 + day;
}

bool is_time_of_day(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return false;
  for (std::size_t at = 0; at < text.size(); at += 3) {
    std::optional<std::uint8_t> field;
    if (!read_field(text.substr(at, 2), field)) return false;
    // A leap second is second 60.
    const unsigned limit = at == 0 ? 23 : at == 3 ? 59 : 60;
    if (field && *field > limit) return false;
  }
  return true;
}

std::uint32_t today() {
  const std::tm day = fmt::localtime(std::time(nullptr));
  return static_cast<std::uint32_t>((day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 +
                                    day.tm_mday);
}

// Only this source includes <fmt/chrono.h>, whose formatter takes seconds to compile.
std::string local_time_text(std::time_t time, std::string_view format) {
  return fmt::format(fmt::runtime(format), fmt::localtime(time));
}

std::string utc_text(std::time_t time, std::string_view format) {
  return fmt::format(fmt::runtime(format), fmt::gmtime(time));
}

}  // namespace arbiter
