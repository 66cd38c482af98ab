// Commands in comments that tell times (PGN supplement 4.2): [%clk 0:10:00].
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/tags/time_control.h"

namespace arbiter {

struct ClockCommand {
  CommandKind kind;
  ClockReading reading;
  std::string_view words;  // the time, in the command
};

// Reads a command with its brackets. Nothing for other commands and for what is no time.
std::optional<ClockCommand> read_clock_command(std::string_view command);

}  // namespace arbiter
