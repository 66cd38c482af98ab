// The TimeControl tag (PGN 9.6.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

enum class TimeControlFault : std::uint8_t {
  Form,   // not in the form of PGN
  Order,  // a period that lasts for the rest of the game is not the last one
};

struct TimeControlFinding {
  TimeControlFault fault;
  std::string_view words;  // the period, in the text
};

// The first fault. Taken as good: "?", "-" and periods joined by colons: "40/7200"
// (moves in seconds), "40/7200+30", "900" (the rest of the game), "900+30",
// "*180" (sandclock), "W300-B240" (unequal times). Seconds may have decimals.
std::optional<TimeControlFinding> time_control_fault(std::string_view text);

// The same in the form of PGN, where the words leave no doubt: "90 min",
// "90 min + 30 sec", "G/60", "15|10".
std::optional<std::string> time_control_meant(std::string_view text);

}  // namespace arbiter
