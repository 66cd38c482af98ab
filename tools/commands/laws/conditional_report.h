// What `arbiter conditional` puts out.
#pragma once

#include <optional>
#include <string>

#include "lib/laws/conditional/conditional_moves.h"

namespace arbiter {

struct ConditionalReport {
  const ConditionalSeries& series;
  std::optional<ConditionalReply> reply;  // where one was given and can be taken
  std::string refusal;                    // why it cannot; else empty

  bool is_clean() const { return series.can_stand() && refusal.empty(); }
};

// Lines for people, and one object.
std::string to_string(const ConditionalReport& report);
std::string json_of(const ConditionalReport& report);

}  // namespace arbiter
