#include "lib/base/today.h"

#include <fmt/chrono.h>

#include <ctime>

namespace arbiter {

std::uint32_t today() {
  const std::tm day = fmt::localtime(std::time(nullptr));
  return static_cast<std::uint32_t>((day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 +
                                    day.tm_mday);
}

}  // namespace arbiter
