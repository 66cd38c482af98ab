// Compares date conditions in SQL, evaluated by SQLite, with a separate slow evaluation.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/clickhouse/query/selection.h"
#include "db/sqlite/file/connection.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

// Returns the SQL with SQLite's integer division.
std::string for_sqlite(std::string sql) {
  constexpr std::string_view kDivision = "intDiv(date, 100)";
  const std::size_t at = sql.find(kDivision);
  if (at != std::string::npos) sql.replace(at, kDivision.size(), "(date / 100)");
  return sql;
}

// Returns dates with all combinations of known and unknown parts in some years.
std::vector<std::uint32_t> dates() {
  std::vector<std::uint32_t> dates;
  for (const std::uint32_t year : {0, 1, 1599, 1900, 1949, 1950, 1951, 1952, 2024, 9998, 9999}) {
    for (const std::uint32_t month : {0, 1, 2, 5, 6, 11, 12}) {
      for (const std::uint32_t day : {0, 1, 17, 28, 29, 30, 31}) {
        const bool is_there =
            !(month == 2 && day > 29) && !((month == 6 || month == 11) && day > 30);
        if (is_there) dates.push_back(year * 10000 + month * 100 + day);
      }
    }
  }
  return dates;
}

std::vector<ValueRange> ranges() {
  std::vector<ValueRange> ranges = {{},
                                    {19500517, 19500517},
                                    {19500000, 19509999},
                                    {19500101, 19511231},
                                    {19500501, 19500531},
                                    {19500601, 19510430},
                                    {19520201, 19520229},
                                    {19000228, 19520101},
                                    {0, 9999'9999},
                                    {1, 5},
                                    {19510000, 19500000}};
  for (const std::uint64_t end : {500, 19500000, 19500517, 19509999, 99991231}) {
    ranges.push_back({end, {}});
    ranges.push_back({{}, end});
  }
  return ranges;
}

}  // namespace

TEST_CASE("a condition on dates accepts the dates that its test accepts", "[clickhouse]") {
  const auto form = GENERATE(NumberTest::Form::Date, NumberTest::Form::PossibleDate);
  const auto database = empty_database();
  for (const ValueRange& range : ranges()) {
    const NumberTest test{.of = GameNumber::Date, .form = form, .range = range};
    const std::string sql = for_sqlite(clickhouse::date_condition(test));
    CAPTURE(sql);
    for (const std::uint32_t date : dates()) {
      CAPTURE(date);
      CHECK((database->connection().integer("SELECT " + sql + " FROM (SELECT " +
                                            std::to_string(date) + " AS date)") != 0) ==
            test.accepts(date));
    }
  }
}

TEST_CASE("a condition on years accepts the same dates, and exists for whole years",
          "[clickhouse]") {
  const auto form = GENERATE(NumberTest::Form::Date, NumberTest::Form::PossibleDate);
  const auto database = empty_database();
  for (const ValueRange& range : ranges()) {
    const NumberTest test{.of = GameNumber::Date, .form = form, .range = range};
    const auto sql = clickhouse::year_condition(test);
    if (!sql) continue;
    CAPTURE(*sql);
    for (const std::uint32_t date : dates()) {
      CAPTURE(date);
      CHECK((database->connection().integer("SELECT " + *sql + " FROM (SELECT " +
                                            std::to_string(date / 10000) + " AS year)") != 0) ==
            test.accepts(date));
    }
  }
  const auto has_condition = [](std::uint64_t min, std::uint64_t max) {
    return clickhouse::year_condition(
               {.of = GameNumber::Date, .form = NumberTest::Form::Date, .range = {min, max}})
        .has_value();
  };
  CHECK(has_condition(19500000, 19509999));
  CHECK(has_condition(19500101, 19591231));
  CHECK_FALSE(has_condition(19500101, 19591230));
  CHECK_FALSE(has_condition(19500201, 19591231));
}

}  // namespace arbiter::testing
