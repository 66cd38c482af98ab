#include "db/model/date_match.h"

#include <algorithm>

#include "lib/laws/date.h"

namespace arbiter {
namespace {

struct Parts {
  std::uint32_t year, month, day;
};

constexpr Parts parts_of(std::uint32_t date) {
  return {date / 10000, date / 100 % 100, date % 100};
}
constexpr std::uint32_t date_of(Parts parts) {
  return parts.year * 10000 + parts.month * 100 + parts.day;
}

// Of a month beyond December, 28.
std::uint32_t days_in(std::uint32_t year, std::uint32_t month) {
  std::uint32_t day = 31;
  while (day > 28 && !may_exist({static_cast<std::uint16_t>(year), static_cast<std::uint8_t>(month),
                                 static_cast<std::uint8_t>(day)})) {
    --day;
  }
  return day;
}

// Whether one of the days from `first` to `last` is in the range.
bool meets(std::uint32_t first, std::uint32_t last, const ValueRange& range) {
  return !(range.max && *range.max < first) && !(range.min && *range.min > last);
}

// The year is known.
bool may_match(Parts parts, const ValueRange& range) {
  const std::uint32_t first_month = parts.month != 0 ? parts.month : 1;
  const std::uint32_t last_month = parts.month != 0 ? parts.month : 12;
  for (std::uint32_t month = first_month; month <= last_month; ++month) {
    const std::uint32_t date = date_of({parts.year, month, parts.day});
    if (parts.day > days_in(parts.year, month)) continue;
    if (meets(first_day(date), last_day(date), range)) return true;
  }
  return false;
}

}  // namespace

std::uint32_t first_day(std::uint32_t date) {
  const auto [year, month, day] = parts_of(date);
  return date_of({year, std::max(month, 1u), std::max(day, 1u)});
}

std::uint32_t last_day(std::uint32_t date) {
  auto [year, month, day] = parts_of(date);
  if (month == 0) month = 12;
  if (day == 0) day = days_in(year, month);
  return date_of({year, month, day});
}

DateMatch match_date(std::uint32_t date, const ValueRange& range) {
  if (range.is_open()) return DateMatch::Inside;
  const Parts parts = parts_of(date);
  if (parts.year != 0) {
    if (parts.month != 0 && parts.day != 0) {
      return range.contains(date) ? DateMatch::Inside : DateMatch::Outside;
    }
    const std::uint32_t first = first_day(date);
    const std::uint32_t last = last_day(date);
    if (range.contains(first) && range.contains(last)) return DateMatch::Inside;
    if (!meets(first, last, range)) return DateMatch::Outside;
    return may_match(parts, range) ? DateMatch::Perhaps : DateMatch::Outside;
  }
  // In nine years each day has been, 29 February too.
  const std::uint64_t from = std::max<std::uint64_t>(range.min.value_or(0) / 10000, 1);
  const std::uint64_t to = std::min(range.max.value_or(99991231) / 10000, from + 8);
  for (std::uint64_t year = from; year <= to; ++year) {
    if (may_match({static_cast<std::uint32_t>(year), parts.month, parts.day}, range))
      return DateMatch::Perhaps;
  }
  return DateMatch::Outside;
}

}  // namespace arbiter
