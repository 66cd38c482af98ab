// Threads, as far as the system gives them.
#pragma once

#include <exception>
#include <thread>
#include <vector>

namespace arbiter {

// What is done where the system gives no thread at all.
enum class NoThread { Throw, GoOn };

// Up to `count` threads, the i-th of which calls `work(i)`; fewer where the system has no room for
// more.
template <class Work>
std::vector<std::jthread> start_threads(unsigned count, NoThread no_thread, Work work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    for (unsigned i = 0; i < count; ++i) threads.emplace_back(work, i);
  } catch (const std::exception&) {
    if (threads.empty() && no_thread == NoThread::Throw) throw;
  }
  return threads;
}

}  // namespace arbiter
