#include "lib/tags/time_control.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;

TimePeriod period(std::optional<std::uint32_t> moves, ClockTime time, ClockTime bonus = 0s,
                  BonusKind kind = BonusKind::None) {
  TimePeriod made{.moves = moves, .bonus = kind};
  made.allowances = {Allowance{time, bonus}, Allowance{time, bonus}};
  return made;
}

TimePeriod sandclock(ClockTime time) {
  TimePeriod made = period({}, time);
  made.is_sandclock = true;
  return made;
}

TimePeriod unequal(Allowance white, Allowance black, BonusKind kind = BonusKind::None) {
  TimePeriod made{.bonus = kind};
  made.allowances = {white, black};
  return made;
}

struct Reading {
  std::string text;
  std::vector<TimePeriod> periods;
};

constexpr BonusKind kPlus = BonusKind::Increment;

// Texts in the form of PGN or TRF26, which to_string() returns unchanged.
const std::vector<Reading> kWritten = {
    {"300", {period({}, 300s)}},
    {"300+3", {period({}, 300s, 3s, kPlus)}},
    {"60+0", {period({}, 60s, 0s, kPlus)}},
    {"0+1", {period({}, 0s, 1s, kPlus)}},
    {"180+0.5", {period({}, 180s, 500ms, kPlus)}},
    {"10.931+0.109", {period({}, 10931ms, 109ms, kPlus)}},
    {"*180", {sandclock(180s)}},
    {"40/9000", {period(40, 9000s)}},
    {"40/7200:3600", {period(40, 7200s), period({}, 3600s)}},
    {"40/7200:20/3600:900+30",
     {period(40, 7200s), period(20, 3600s), period({}, 900s, 30s, kPlus)}},
    {"40/6000+30:900+30", {period(40, 6000s, 30s, kPlus), period({}, 900s, 30s, kPlus)}},
    {"W300-B240", {unequal({300s, 0s}, {240s, 0s})}},
    {"W300+2-B240+3", {unequal({300s, 2s}, {240s, 3s}, kPlus)}},
    {"1/86400", {period(1, 86400s)}},
    {"1/259200", {period(1, 259200s)}},
};

// Texts as used by sites and players.
const std::vector<Reading> kSpoken = {
    {"90 min", {period({}, 90min)}},
    {"90 min + 30 sec", {period({}, 90min, 30s, kPlus)}},
    {"15|10", {period({}, 15min, 10s, kPlus)}},
    {"G/60", {period({}, 60min)}},
    {"G/3+2", {period({}, 3min, 2s, kPlus)}},
    {"3 days/move", {period(1, 72h)}},
    {"1 day per move", {period(1, 24h)}},
    {"5400 d5", {period({}, 5400s, 5s, BonusKind::Delay)}},
    {"40/7200:3600;d5",
     {period(40, 7200s, 5s, BonusKind::Delay), period({}, 3600s, 5s, BonusKind::Delay)}},
    {"5400 b10", {period({}, 5400s, 10s, BonusKind::Bronstein)}},
    {"G/90;d5", {period({}, 90min, 5s, BonusKind::Delay)}},
    {"G/90 d5", {period({}, 90min, 5s, BonusKind::Delay)}},
    {"G/90;+30", {period({}, 90min, 30s, kPlus)}},
    {"G/90;inc30", {period({}, 90min, 30s, kPlus)}},
    {"40/120, SD/60; d5",
     {period(40, 120min, 5s, BonusKind::Delay), period({}, 60min, 5s, BonusKind::Delay)}},
    {"40/80;SD/30;+30", {period(40, 80min, 30s, kPlus), period({}, 30min, 30s, kPlus)}},
};

TEST_CASE("a time control is parsed into its periods and written back", "[time_control]") {
  for (const Reading& row : kWritten) {
    CAPTURE(row.text);
    const auto parsed = parse_time_control(row.text);
    REQUIRE(std::holds_alternative<TimeControl>(parsed));
    const TimeControl& control = std::get<TimeControl>(parsed);
    CHECK(control == TimeControl{TimeControlKind::Clock, row.periods});
    CHECK(to_string(control) == row.text);
    CHECK(read_time_control(row.text) == control);
    CHECK_FALSE(time_control_fault(row.text).has_value());
  }
  CHECK(read_time_control("?") == TimeControl{TimeControlKind::Unknown});
  CHECK(read_time_control("-") == TimeControl{TimeControlKind::None});
}

TEST_CASE("the words of sites and players are parsed if they are unambiguous", "[time_control]") {
  for (const Reading& row : kSpoken) {
    CAPTURE(row.text);
    CHECK(time_control_fault(row.text).has_value());
    const auto control = read_time_control(row.text);
    REQUIRE(control.has_value());
    CHECK(*control == TimeControl{TimeControlKind::Clock, row.periods});
    CHECK(time_control_meant(row.text) == to_string(*control));
  }
}

TEST_CASE("spaces around the signs of a time control and an increment of 0 change nothing",
          "[time_control]") {
  const std::vector<Reading> rows = {
      {"180 + 2", {period({}, 180s, 2s, kPlus)}},
      {" 180+ 2 ", {period({}, 180s, 2s, kPlus)}},
      {"40 / 7200 : 3600", {period(40, 7200s), period({}, 3600s)}},
      {"600+0", {period({}, 600s)}},
      {"40/7200+0:900 + 0", {period(40, 7200s), period({}, 900s)}},
  };
  for (const Reading& row : rows) {
    CAPTURE(row.text);
    CHECK(read_time_control(row.text) == TimeControl{TimeControlKind::Clock, row.periods});
  }
  CHECK(to_string(*read_time_control("600+0")) == "600+0");
  CHECK_FALSE(read_time_control("180 2"));
  CHECK_FALSE(read_time_control("18 0+2"));
}

TEST_CASE("PGN has no form for a delay", "[time_control]") {
  CHECK_FALSE(to_string(*read_time_control("G/90;d5")).has_value());
  CHECK_FALSE(time_control_meant("G/90;d5").has_value());
}

TEST_CASE("ambiguous text is rejected", "[time_control]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "rapid", "5/0", "2 hours", "90 min for 40 moves + 30 min",
               "3600:40/7200", "40/120", "G/90;d", "d5", "5400+30 d5", "*180 d5", "G/90;d5;d5",
               "SD/60,40/120", "3 days", "0 days/move", "W300-B", "90d5x");
  CAPTURE(text);
  const auto control = read_time_control(text);
  // In PGN, "40/120" means two minutes, although two hours are intended.
  CHECK(control.has_value() == (text == "40/120"));
}

TEST_CASE("later periods add their time when the moves are made", "[time_control]") {
  struct Row {
    std::string text;
    std::uint32_t moves;
    ClockTime white;
    bool ends;
  };
  const Row row = GENERATE(values<Row>({
      {"900+10", 40, 0s, false},
      {"40/7200:3600", 39, 0s, false},
      {"40/7200:3600", 40, 3600s, true},
      {"40/7200:3600", 41, 3600s, false},
      {"40/7200:20/3600:900+30", 59, 3600s, false},
      {"40/7200:20/3600:900+30", 60, 4500s, true},
      {"40/7200:20/3600:900+30", 80, 4500s, false},
      // The last period with moves is repeated.
      {"40/7200", 79, 7200s, false},
      {"40/7200", 80, 14400s, true},
      {"40/7200:20/3600", 60, 7200s, true},
      {"40/7200:20/3600", 80, 10800s, true},
      {"1/86400", 3, 259200s, true},
  }));
  CAPTURE(row.text, row.moves);
  const TimeControl control = *read_time_control(row.text);
  CHECK(time_added_by(control, Color::White, row.moves) == row.white);
  CHECK(ends_period(control, row.moves) == row.ends);
}

TEST_CASE("each side has its own time if they are unequal", "[time_control]") {
  const TimeControl control = *read_time_control("W300+2-B240+3");
  CHECK(first_allowance(control, Color::White) == Allowance{300s, 2s});
  CHECK(first_allowance(control, Color::Black) == Allowance{240s, 3s});
  CHECK_FALSE(control.periods[0].is_equal());
}

TEST_CASE("a day or more for a move is correspondence", "[time_control]") {
  CHECK(days_per_move(*read_time_control("1/86400")) == 1.0);
  CHECK(days_per_move(*read_time_control("1/259200")) == 3.0);
  CHECK(days_per_move(*read_time_control("10/4320000")) == 5.0);
  CHECK_FALSE(days_per_move(*read_time_control("40/7200:3600")).has_value());
  CHECK_FALSE(days_per_move(*read_time_control("172800")).has_value());
  CHECK_FALSE(days_per_move(*read_time_control("-")).has_value());
}

TEST_CASE("time controls in the form of the standard have no fault", "[time_control]") {
  const std::string text =
      GENERATE(as<std::string>{}, "?", "-", "40/9000", "300", "4500+60", "*180", "60+0", "0+1",
               "40/7200:3600", "40/7200:20/3600:900+30", "40/5400+30:1800+30", "1/86400", "180+0.5",
               "40.000+0.400", "W300-B240", "W300+2-B240+2");
  CAPTURE(text);
  REQUIRE_FALSE(time_control_fault(text).has_value());
}

TEST_CASE("invalid time controls are found with the invalid period", "[time_control]") {
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

TEST_CASE("a time control has at most twenty periods", "[time_control]") {
  std::string text = "40/7200";
  for (std::size_t count = 2; count < kMaxPeriods; ++count) text += ":20/3600";
  CHECK_FALSE(time_control_fault(text + ":900").has_value());
  const std::string too_many = text + ":20/3600:900";
  const auto finding = time_control_fault(too_many);
  REQUIRE(finding.has_value());
  CHECK(finding->fault == TimeControlFault::Count);
  CHECK(finding->words == "900");
  CHECK_FALSE(read_time_control(too_many).has_value());
}

TEST_CASE("common words for a time control are converted to the form of PGN", "[time_control]") {
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

TEST_CASE("ambiguous words are not converted to the form of PGN", "[time_control]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "5/0", "3+2", "2 hours", "90 min for 40 moves + 30 min",
               "rapid", "min", "0 min", "|", "99999999 min");
  CAPTURE(text);
  REQUIRE_FALSE(time_control_meant(text).has_value());
}

}  // namespace
}  // namespace arbiter::testing
