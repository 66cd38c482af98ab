// Times as chess clocks and PGN show them (PGN supplement 4.2): "1:05:23".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// What stands on a clock, or is given or used.
using ClockTime = std::chrono::milliseconds;

struct ClockReading {
  ClockTime time{};  // of a Short one as m:ss; below 0 where a minus stands before it
  ClockForm form = ClockForm::Full;
  bool has_fraction = false;  // of a second
  bool has_comma = false;     // in place of the decimal point
  bool is_in_range = true;    // not negative; minutes and seconds below 60 but for the first number

  // "h:mm:ss" and nothing else.
  bool is_standard() const { return form == ClockForm::Full && !has_fraction; }
};

// Nothing for a text that is no time. Fractions beyond milliseconds are cut off.
std::optional<ClockReading> read_clock(std::string_view text);

// "1:05:23", "0:00:58.6", "-0:00:01".
std::string to_string(ClockTime time);

}  // namespace arbiter
