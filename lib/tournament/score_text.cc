#include "lib/tournament/score_text.h"

#include <fmt/format.h>

namespace arbiter {

std::string points_text(HalfPoints points) {
  return points % 2 == 0 ? std::to_string(points / 2) : fmt::format("{}.5", points / 2);
}

std::string value_text(std::optional<Quarters> value) {
  if (!value) return "";
  constexpr const char* kParts[] = {"", ".25", ".5", ".75"};
  return fmt::format("{}{}", *value / 4, kParts[*value % 4]);
}

}  // namespace arbiter
