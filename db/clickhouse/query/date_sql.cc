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

// The years of the ends of a range. Precondition: it is not open.
struct Years {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};
constexpr std::uint64_t kLastDate = kLastYear * kYear + 9999;
Years years_of(const ValueRange& range) {
  return {range.min.value_or(0) / kYear,
          std::min(range.max.value_or(kLastDate), kLastDate) / kYear};
}

// Returns whether the test accepts the dates of a year, if it accepts all or none of them.
std::optional<bool> accepts_year(const NumberTest& test, std::uint64_t year) {
  const bool is_accepted = test.accepts(year * kYear);
  for (std::uint64_t month = 0; month <= 12; ++month) {
    for (std::uint64_t day = 0; day <= 31; ++day) {
      if (test.accepts(year * kYear + month * 100 + day) != is_accepted) return std::nullopt;
    }
  }
  return is_accepted;
}

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
  const std::uint64_t max = std::min(test.range.max.value_or(kLastDate), kLastDate);
  const auto [first_year, last_year] = years_of(test.range);
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

std::optional<std::string> year_condition(const NumberTest& test) {
  if (test.range.is_open()) return "1";
  const Years years = years_of(test.range);
  std::vector<std::uint64_t> accepted;
  for (const std::uint64_t year : {std::uint64_t{0}, years.first, years.last}) {
    if (year > kLastYear) continue;
    const auto is_accepted = accepts_year(test, year);
    if (!is_accepted) return std::nullopt;
    if (*is_accepted) accepted.push_back(year);
  }
  return fmt::format("((year > {} AND year < {}) OR {})", years.first, years.last,
                     in_list("year", accepted));
}

}  // namespace arbiter::clickhouse
