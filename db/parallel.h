// Work on several threads at once.
#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace arbiter {

// Calls `work(0)` to `work(jobs - 1)`, each on a thread of its own but the first, and
// comes back when all have. Throws what one of them has thrown.
template <class Work>
void run_parallel(unsigned jobs, Work work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](unsigned job) {
    try {
      work(job);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned job = 1; job < jobs; ++job) threads.emplace_back(guarded, job);
    guarded(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace arbiter
