// Work on several threads at once.
#pragma once

#include <exception>
#include <mutex>

#include "lib/base/start_threads.h"

namespace arbiter {

// Calls `work(0)` to `work(jobs - 1)`, none of which waits for another: each on a thread of its
// own as far as the system gives them, the others one by one on this thread. Comes back when all
// have. Throws what one of them has thrown.
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
    const unsigned others = jobs > 1 ? jobs - 1 : 0;
    const auto threads =
        start_threads(others, NoThread::GoOn, [&](unsigned thread) { guarded(thread + 1); });
    guarded(0);
    for (auto job = static_cast<unsigned>(threads.size()) + 1; job < jobs; ++job) guarded(job);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace arbiter
