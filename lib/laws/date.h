// Dates in PGN notation (8.1.1.3): YYYY.MM.DD, with "?" for an unknown digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// A field with any unknown digit is unknown. Known fields have the written value, which no calendar
// needs to contain.
struct PartialDate {
  std::optional<std::uint16_t> year = {};
  std::optional<std::uint8_t> month = {};
  std::optional<std::uint8_t> day = {};

  bool operator==(const PartialDate&) const = default;
  bool is_complete() const { return year && month && day; }
  bool is_unknown() const { return !year && !month && !day; }
};

// Returns "1992.11.04", "1992.??.??"; a field is known or unknown as a whole.
std::string to_string(const PartialDate& date);

// Returns nothing if the text does not have exactly the form of PGN.
std::optional<PartialDate> parse_date(std::string_view text);

// Returns the date in another notation: "2024-5-3", "2024/05/03", "20240503", "13.5.2024",
// "2024.05", "2024", "Fri May 3 2024". Of "3/10/2018" only the year is certain; day and month are
// unknown.
std::optional<PartialDate> read_other_date(std::string_view text);

// Returns whether some calendar contains the date, as far as it is known. Until 1923 every fourth
// year may be a leap year: 29 February 1900 was a day in Russia.
bool may_exist(const PartialDate& date);

// Returns the days since 1970-01-01 in the Gregorian calendar, negative before. The date must be
// complete and exist.
std::int32_t day_number(const PartialDate& date);

// Returns the first day that the date can mean, as YYYYMMDD; nothing without a year.
std::optional<std::uint32_t> earliest_day(const PartialDate& date);

// Returns whether the text has the form "23:59:59" (9.5.1), with "?" for unknown digits.
bool is_time_of_day(std::string_view text);

}  // namespace arbiter
