// A function that waits for other processes.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Waits until the condition holds; throws after `patience`, which is generous.
inline void wait_until(const std::string& what, std::chrono::seconds patience,
                       const std::function<bool()>& has_happened) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!has_happened()) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error("not yet: " + what);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace arbiter::testing
