#include "lib/laws/date.h"

#include <catch2/catch.hpp>
#include <ctime>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("dates in the form of the standard are parsed and written", "[date]") {
  struct Row {
    std::string text;
    PartialDate date;
  };
  const Row row = GENERATE(values<Row>({
      {"1992.11.04", {1992, 11, 4}},
      {"1992.??.??", {1992, {}, {}}},
      {"1993.08.??", {1993, 8, {}}},
      {"????.??.??", {}},
      {"1997.??.11", {1997, {}, 11}},
      {"2024.13.45", {2024, 13, 45}},
      {"0000.00.00", {0, 0, 0}},
  }));
  CAPTURE(row.text);
  REQUIRE(parse_date(row.text) == row.date);
  REQUIRE(to_string(row.date) == row.text);
}

TEST_CASE("a field with one unknown digit is unknown", "[date]") {
  REQUIRE(parse_date("19??.1?.??") == PartialDate{});
  REQUIRE(parse_date("199?.12.01") == PartialDate{{}, 12, 1});
}

TEST_CASE("text in another form is not a PGN date", "[date]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "?", "1992", "1992.11", "1992-11-04", "1992/11/04",
               "04.11.1992", "1992.11.4", "1992.11.04 ", "92.11.04", "1992.Nov.04", "1992.1104");
  CAPTURE(text);
  REQUIRE_FALSE(parse_date(text).has_value());
}

TEST_CASE("dates in other forms are parsed if only one reading is possible", "[date]") {
  struct Row {
    std::string text;
    std::string date;
  };
  const Row row = GENERATE(values<Row>({
      {"2024-05-03", "2024.05.03"},
      {"2024/5/3", "2024.05.03"},
      {"20240503", "2024.05.03"},
      {"2024.5.3", "2024.05.03"},
      {"13.5.2024", "2024.05.13"},
      {"5/13/2024", "2024.05.13"},
      {"05.05.2024", "2024.05.05"},
      {"2024", "2024.??.??"},
      {"2024.05", "2024.05.??"},
      {"May 2024", "2024.05.??"},
      {"3.5.2024", "2024.05.03"},
      {"03/05/2024", "2024.??.??"},
      {" 2024.05.03 ", "2024.05.03"},
  }));
  CAPTURE(row.text);
  const auto date = read_other_date(row.text);
  REQUIRE(date.has_value());
  REQUIRE(to_string(*date) == row.date);
}

TEST_CASE("dates that can mean two days or none are not guessed", "[date]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "?", "24-05-03", "2024-13-01", "2024.02.30", "31.4.2024",
               "2024-05-03-01", "12345", "2024.13", "2024..03", "99999999", "-", "2024.1.1.");
  CAPTURE(text);
  REQUIRE_FALSE(read_other_date(text).has_value());
}

TEST_CASE("days that no calendar has are rejected", "[date]") {
  struct Row {
    std::string text;
    bool exists;
  };
  const Row row = GENERATE(values<Row>({
      {"2024.02.29", true},
      {"2023.02.29", false},
      {"2000.02.29", true},
      {"2100.02.29", false},
      {"1900.02.29", true},  // leap day of the Julian calendar in Russia
      {"????.02.29", true},
      {"????.02.30", false},
      {"2024.04.31", false},
      {"2024.13.??", false},
      {"2024.00.01", false},
      {"2024.01.00", false},
      {"2024.??.31", true},
      {"2024.??.32", false},
      {"0000.??.??", false},
      {"????.??.??", true},
  }));
  CAPTURE(row.text);
  REQUIRE(may_exist(*parse_date(row.text)) == row.exists);
}

TEST_CASE("day numbers match those of the C library", "[date]") {
  for (std::int32_t day = -80000; day < 80000; day += 17) {
    const std::time_t seconds = std::time_t{day} * 86400 + 43200;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    const PartialDate date{static_cast<std::uint16_t>(parts.tm_year + 1900),
                           static_cast<std::uint8_t>(parts.tm_mon + 1),
                           static_cast<std::uint8_t>(parts.tm_mday)};
    if (day_number(date) != day) FAIL(to_string(date));
  }
}

TEST_CASE("earliest_day returns the earliest day that a date can mean", "[date]") {
  REQUIRE(earliest_day({2024, 5, 3}) == 20240503U);
  REQUIRE(earliest_day({2024, 5, {}}) == 20240501U);
  REQUIRE(earliest_day({2024, {}, 7}) == 20240101U);
  REQUIRE_FALSE(earliest_day({{}, 5, 3}).has_value());
}

TEST_CASE("times of day have six digits and colons", "[date]") {
  const std::string good =
      GENERATE(as<std::string>{}, "00:00:00", "23:59:59", "12:??:??", "??:??:??", "23:59:60");
  CAPTURE(good);
  REQUIRE(is_time_of_day(good));
  const std::string bad = GENERATE(as<std::string>{}, "", "24:00:00", "12:60:00", "12:00:61",
                                   "12:00", "1:00:00", "12.00.00", "12:00:00 ", "noon");
  CAPTURE(bad);
  REQUIRE_FALSE(is_time_of_day(bad));
}

}  // namespace
}  // namespace arbiter::testing
