// Dates in PGN notation (8.1.1.3): YYYY.MM.DD, with "?" for an unknown digit. The current date, and
// times as text.
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// A date with optional fields. A field with any unknown digit is unknown. The date need not exist.
struct PartialDate {
  std::optional<std::uint16_t> year = {};
  std::optional<std::uint8_t> month = {};
  std::optional<std::uint8_t> day = {};

  bool operator==(const PartialDate&) const = default;
  bool is_complete() const { return year && month && day; }
  bool is_unknown() const { return !year && !month && !day; }
};

// Returns a text such as "1992.11.04" or "1992.??.??". A partially unknown field is written as
// unknown.
std::string to_string(const PartialDate& date);

// Parses a date in PGN notation. Returns nothing for other text.
std::optional<PartialDate> parse_date(std::string_view text);

// Reads a date in another notation, such as "2024-5-3", "2024/05/03", "20240503", "13.5.2024",
// "2024.05", "05.2024", "2024" or "Fri May 3 2024". "3/10/2018" has two readings, so only its year
// is known.
std::optional<PartialDate> read_other_date(std::string_view text);

// Returns whether the date can exist, as far as it is known. Until 1923, 29 February is accepted in
// every fourth year, because Russia used the Julian calendar in 1900.
bool may_exist(const PartialDate& date);

// Returns the number of days since 1970-01-01 in the Gregorian calendar, negative for earlier
// dates. Precondition: the date is complete and exists.
std::int32_t day_number(const PartialDate& date);

// Returns the earliest possible day of the date as YYYYMMDD; nothing if the year is unknown.
std::optional<std::uint32_t> earliest_day(const PartialDate& date);

// Returns whether the text is a time such as "23:59:59" (9.5.1), with "?" for unknown digits.
bool is_time_of_day(std::string_view text);

// Returns the local date as YYYYMMDD.
std::uint32_t today();

// Returns a time as text, in a format of fmt/chrono.h such as "{:%H:%M:%S}", in the local time zone
// or in UTC.
std::string local_time_text(std::time_t time, std::string_view format);
std::string utc_text(std::time_t time, std::string_view format);

}  // namespace arbiter
