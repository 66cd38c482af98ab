// What commands in comments tell about a move.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/tags/time_control.h"

namespace arbiter {

// Of several commands of a kind the first that is well formed.
struct CommentValues {
  std::optional<ClockTime> clock = {};    // clk: what is left
  std::optional<ClockTime> elapsed = {};  // emt: used for the move
  std::optional<double> evaluation = {};  // eval: in pawns, good for White above 0
  std::optional<std::int32_t> mate = {};  // eval: moves to mate, for Black below 0
};

// Adds what the text of a comment, without its braces, tells.
void add_values(std::string_view comment, CommentValues& values);

}  // namespace arbiter
