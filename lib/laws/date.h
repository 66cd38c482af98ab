// Dates as PGN writes them (8.1.1.3): YYYY.MM.DD, "?" for an unknown digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// A field with any unknown digit is unknown. Known fields are as written: they
// may lie outside every calendar.
struct PartialDate {
  std::optional<std::uint16_t> year = {};
  std::optional<std::uint8_t> month = {};
  std::optional<std::uint8_t> day = {};

  bool operator==(const PartialDate&) const = default;
  bool is_complete() const { return year && month && day; }
  bool is_unknown() const { return !year && !month && !day; }
};

// "1992.11.04", "1992.??.??"; unknown digits become whole unknown fields.
std::string to_string(const PartialDate& date);

// Nothing if the text does not have exactly the form of PGN.
std::optional<PartialDate> parse_date(std::string_view text);

// The date meant by a text in another form, if only one reading is possible:
// "2024-5-3", "2024/05/03", "20240503", "13.5.2024", "2024.05", "2024".
std::optional<PartialDate> read_other_date(std::string_view text);

// Whether some calendar has the date, as far as it is known. 29 February 1900
// was a day in Russia: until 1923 every fourth year may be a leap year.
bool may_exist(const PartialDate& date);

// Days since 1970-01-01 in the Gregorian calendar, negative before. The date
// must be complete and exist.
std::int32_t day_number(const PartialDate& date);

// The first day that the date can mean, as YYYYMMDD; nothing without a year.
std::optional<std::uint32_t> earliest_day(const PartialDate& date);

// "23:59:59" (9.5.1), with "?" for unknown digits.
bool is_time_of_day(std::string_view text);

}  // namespace arbiter
