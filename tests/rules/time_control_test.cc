#include "lib/rules/time_control.h"

#include <catch2/catch.hpp>
#include <string>

namespace arbiter {
namespace {

TEST_CASE("time controls in the form of the standard have no fault", "[time_control]") {
  const std::string text =
      GENERATE(as<std::string>{}, "?", "-", "40/9000", "300", "4500+60", "*180", "60+0", "0+1",
               "40/7200:3600", "40/7200:20/3600:900+30", "40/5400+30:1800+30", "1/86400", "180+0.5",
               "40.000+0.400", "W300-B240", "W300+2-B240+2");
  CAPTURE(text);
  REQUIRE_FALSE(time_control_fault(text).has_value());
}

TEST_CASE("time controls in other forms are found with the bad period", "[time_control]") {
  struct Row {
    std::string text;
    std::string words;
  };
  const Row row = GENERATE(values<Row>({
      {"90 min", "90 min"},
      {"30|0", "30|0"},
      {"5/0", "5/0"},
      {"0", "0"},
      {"0+0", "0+0"},
      {"*0", "*0"},
      {"0/300", "0/300"},
      {"40/7200:", ""},
      {"", ""},
      {"40/7200:rest", "rest"},
      {"40/7200:?", "?"},
      {"300+", "300+"},
      {"300 + 2", "300 + 2"},
      {"-300", "-300"},
      {"3.", "3."},
      {"12345678901", "12345678901"},
      {"W300-B", "W300-B"},
  }));
  CAPTURE(row.text);
  const auto finding = time_control_fault(row.text);
  REQUIRE(finding.has_value());
  REQUIRE(finding->fault == TimeControlFault::Form);
  REQUIRE(finding->words == row.words);
}

TEST_CASE("a period for the rest of the game must be the last", "[time_control]") {
  struct Row {
    std::string text;
    std::string words;
  };
  const Row row = GENERATE(values<Row>({
      {"3600:40/7200", "3600"},
      {"900+30:1800", "900+30"},
      {"*180:300", "*180"},
      {"40/7200:3600:1800+30", "3600"},
  }));
  CAPTURE(row.text);
  const auto finding = time_control_fault(row.text);
  REQUIRE(finding.has_value());
  REQUIRE(finding->fault == TimeControlFault::Order);
  REQUIRE(finding->words == row.words);
}

TEST_CASE("common words for a time control are put into the form of PGN", "[time_control]") {
  struct Row {
    std::string text;
    std::string meant;
  };
  const Row row = GENERATE(values<Row>({
      {"90 min", "5400"},
      {"90 minutes", "5400"},
      {"90'", "5400"},
      {"G/60", "3600"},
      {"90 min + 30 sec", "5400+30"},
      {"90min+30s/move", "5400+30"},
      {"90' + 30\"", "5400+30"},
      {"15|10", "900+10"},
      {"30|0", "1800+0"},
      {"5 minutes, 3 seconds per move", "300+3"},
  }));
  CAPTURE(row.text);
  REQUIRE(time_control_meant(row.text) == row.meant);
  REQUIRE_FALSE(time_control_fault(row.meant).has_value());
}

TEST_CASE("words that leave a doubt are not put into the form of PGN", "[time_control]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "5/0", "3+2", "2 hours", "90 min for 40 moves + 30 min",
               "rapid", "min", "0 min", "|", "99999999 min");
  CAPTURE(text);
  REQUIRE_FALSE(time_control_meant(text).has_value());
}

}  // namespace
}  // namespace arbiter
