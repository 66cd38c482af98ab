#include <catch2/catch.hpp>
#include <string>

#include "db/model/column_values.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

TEST_CASE("dates keep their known parts, and only valid ones", "[tag_columns]") {
  const struct {
    std::string value;
    std::uint32_t date;
  } cases[] = {
      {"1992.11.04", 19921104},
      {"1950.??.??", 19500000},
      {"1950.07.??", 19500700},
      {"????.??.??", 0},
      {"????.05.12", 512},
      {"19??.05.12", 512},
      {"2024.02.29", 20240229},
      {"2023.02.29", 20230200},
      {"2023.13.05", 20230000},
      {"0000.01.01", 101},
      {"2023.00.00", 20230000},
      {"2024-5-3", 20240503},
      {"13.5.2024", 20240513},
      {"5.6.2024", 20240605},  // the day first
      {"5/6/2024", 20240000},
      {"2024", 20240000},
      {"", 0},
      {"?", 0},
      {"today", 0},
  };
  for (const auto& example : cases) {
    CAPTURE(example.value);
    CHECK(date_number(example.value) == example.date);
  }
}

TEST_CASE("ratings have one to four digits", "[tag_columns]") {
  const struct {
    std::string value;
    std::uint16_t elo;
  } cases[] = {
      {"2882", 2882}, {"900", 900}, {"0900", 900}, {" 2400 ", 2400}, {"0", 0},  {"", 0},
      {"?", 0},       {"-", 0},     {"24000", 0},  {"2400?", 0},     {"-5", 0}, {"2 400", 0},
  };
  for (const auto& example : cases) {
    CAPTURE(example.value);
    CHECK(elo_number(example.value) == example.elo);
  }
}

TEST_CASE("opening codes are numbered from A00", "[tag_columns]") {
  const struct {
    std::string value;
    std::uint16_t eco;
  } cases[] = {{"A00", 1},       {"A99", 100},       {"B90", 191}, {"E99", 500}, {"B90k", 191},
               {"D30/E10", 331}, {"B9", 0},          {"F00", 0},   {"b90", 0},   {"", 0},
               {"?", 0},         {"B90 Najdorf", 0}, {" A14", 15}};
  for (const auto& example : cases) {
    CAPTURE(example.value);
    CHECK(eco_number(example.value) == example.eco);
  }
}
