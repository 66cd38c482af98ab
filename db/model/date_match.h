// Dates with unknown parts, against a range of days.
#pragma once

#include <cstdint>

#include "db/model/value_range.h"

namespace arbiter {

enum class DateMatch {
  Outside,  // no day that the date can be is in the range
  Perhaps,  // some are
  Inside,   // all are
};

// Dates are yyyymmdd with 0 for what is not known. "1950.??.??" is inside 1950..1951, perhaps
// in May 1950 and outside 1960. A year that is not known can be any.
DateMatch match_date(std::uint32_t date, const ValueRange& range);

// The first and the last day that the date can be, as yyyymmdd. Precondition: its year is known,
// its month is below 13.
std::uint32_t first_day(std::uint32_t date);
std::uint32_t last_day(std::uint32_t date);

}  // namespace arbiter
