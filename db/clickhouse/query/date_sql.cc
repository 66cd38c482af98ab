#include "db/clickhouse/query/date_sql.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "db/clickhouse/cluster/sql_text.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::uint64_t kYear = 10000;
constexpr std::uint64_t kLastYear = 9999;

// Adds the accepted dates of the year with an unknown month or day; for year 0, all accepted dates.
void add_partial_dates(const NumberTest& test, std::uint64_t year,
                       std::vector<std::uint64_t>& dates) {
  for (std::uint64_t month = 0; month <= 12; ++month) {
    for (std::uint64_t day = 0; day <= 31; ++day) {
      if (year != 0 && month != 0 && day != 0) continue;
      const std::uint64_t date = year * kYear + month * 100 + day;
      if (test.accepts(date)) dates.push_back(date);
    }
  }
}

}  // namespace

// All dates of years inside the range are accepted. In the years of its ends, complete dates are
// compared, and accepted partial dates are listed.
std::string date_condition(const NumberTest& test) {
  if (test.range.is_open()) return "1";
  const std::uint64_t min = test.range.min.value_or(0);
  const std::uint64_t max = std::min(test.range.max.value_or(UINT64_MAX), kLastYear * kYear + 9999);
  const std::uint64_t first_year = min / kYear;
  const std::uint64_t last_year = max / kYear;
  std::vector<std::uint64_t> partial;
  add_partial_dates(test, 0, partial);
  for (const std::uint64_t year : {first_year, last_year}) {
    if (year != 0 && year <= kLastYear) add_partial_dates(test, year, partial);
  }
  std::ranges::sort(partial);
  partial.erase(std::unique(partial.begin(), partial.end()), partial.end());
  return fmt::format(
      "((date >= {} AND date < {}) OR (date >= {} AND date <= {} AND date % 100 != 0"
      " AND intDiv(date, 100) % 100 != 0) OR {})",
      (first_year + 1) * kYear, last_year * kYear, std::max(min, kYear), max,
      in_list("date", partial));
}

}  // namespace arbiter::clickhouse
