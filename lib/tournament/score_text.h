// Scores as tables of tournaments show them.
#pragma once

#include <optional>
#include <string>

#include "lib/tournament/standings.h"

namespace arbiter {

// "3", "2.5".
std::string points_text(HalfPoints points);

// "12", "12.5", "12.25"; empty for none.
std::string value_text(std::optional<Quarters> value);

}  // namespace arbiter
