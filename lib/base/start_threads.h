// Threads, as far as the system gives them.
#pragma once

#include <exception>
#include <thread>
#include <vector>

namespace arbiter {

// Up to `count` threads, the i-th of which calls `work(i)`. Fewer where there is no room for more;
// throws only where there is none for the first.
template <class Work>
std::vector<std::jthread> start_threads(unsigned count, Work work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    for (unsigned i = 0; i < count; ++i) threads.emplace_back(work, i);
  } catch (const std::exception&) {
    if (threads.empty()) throw;
  }
  return threads;
}

}  // namespace arbiter
