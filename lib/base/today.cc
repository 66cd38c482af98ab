#include "lib/base/today.h"

#include <chrono>
#include <ctime>

namespace arbiter {

std::uint32_t today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm day{};
  ::localtime_r(&now, &day);
  return static_cast<std::uint32_t>((day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 +
                                    day.tm_mday);
}

}  // namespace arbiter
