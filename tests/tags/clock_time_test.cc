#include <catch2/catch.hpp>
#include <string>

#include "lib/tags/time_control.h"
#include "lib/validate/comment_checks.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;

struct Row {
  std::string text;
  ClockTime time;
  ClockForm form;
  bool is_standard;
  bool is_in_range;
};

TEST_CASE("times are parsed in all their forms", "[clock_time]") {
  const Row row = GENERATE(values<Row>({
      {"0:00:00", 0s, ClockForm::Full, true, true},
      {"1:05:23", 3923s, ClockForm::Full, true, true},
      {"00:10:00", 600s, ClockForm::Full, true, true},
      {"335:59:59", 1209599s, ClockForm::Full, true, true},
      {"0:00:58.6", 58600ms, ClockForm::Full, false, true},
      {"0:00:58,6", 58600ms, ClockForm::Full, false, true},
      {"0:02:00.000", 120s, ClockForm::Full, false, true},
      {"0:00:01.98765", 1987ms, ClockForm::Full, false, true},
      {"10:41", 641s, ClockForm::Short, false, true},
      {"1:30", 90s, ClockForm::Short, false, true},
      {"75:00", 4500s, ClockForm::Short, false, true},
      {"58.6", 58600ms, ClockForm::Seconds, false, true},
      {"0.01", 10ms, ClockForm::Seconds, false, true},
      {"7200", 7200s, ClockForm::Seconds, false, true},
      {"+0:01:00", 60s, ClockForm::Full, true, true},
      {"0:75:00", 4500s, ClockForm::Full, true, false},
      {"0:00:60", 60s, ClockForm::Full, true, false},
      {"1:60", 120s, ClockForm::Short, false, false},
      {"-0:00:01", -1s, ClockForm::Full, true, false},
      {"-0:00:00", 0s, ClockForm::Full, true, true},
  }));
  CAPTURE(row.text);
  const auto reading = read_clock(row.text);
  REQUIRE(reading.has_value());
  CHECK(reading->time == row.time);
  CHECK(reading->form == row.form);
  CHECK(reading->is_standard() == row.is_standard);
  CHECK(reading->is_in_range == row.is_in_range);
}

TEST_CASE("text other than times is rejected", "[clock_time]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", ":", "1:", ":30", "1:2:3:4", "never", "1:00:0x", "1..5",
               "1:00.", "1:00,", "--1:00", "1 :00", "1234567890", "1:00:00 PM");
  CAPTURE(text);
  CHECK_FALSE(read_clock(text).has_value());
}

TEST_CASE("a time is written as clocks show it", "[clock_time]") {
  CHECK(to_string(ClockTime(3923s)) == "1:05:23");
  CHECK(to_string(ClockTime(58600ms)) == "0:00:58.6");
  CHECK(to_string(ClockTime(-1s)) == "-0:00:01");
  CHECK(to_string(ClockTime(1209599s)) == "335:59:59");
}

TEST_CASE("commands with times are parsed, others are not", "[clock_time]") {
  struct Command {
    std::string text;
    std::optional<CommandKind> kind;
  };
  using enum CommandKind;
  const Command row = GENERATE(values<Command>({
      {"[%clk 0:10:00]", TimeLeft},
      {"[%clk  0:10:00 ]", TimeLeft},
      {"[%clk\n0:10:00]", TimeLeft},
      {"[%emt 0.01]", Elapsed},
      {"[%egt 0:10:00]", ElapsedInGame},
      {"[%mct 17:10:42]", MechanicalTime},
      {"[%clk]", {}},
      {"[%clk ]", {}},
      {"[%clk never]", {}},
      {"[%clkx 0:10:00]", {}},
      {"[%eval 0.35]", {}},
      {"[%cl]", {}},
      {"[%]", {}},
      {"clk 0:10:00", {}},
      {"", {}},
  }));
  CAPTURE(row.text);
  const auto command = read_clock_command(row.text);
  CHECK(command.has_value() == row.kind.has_value());
  if (command && row.kind) CHECK(command->kind == *row.kind);
}

}  // namespace
}  // namespace arbiter::testing
