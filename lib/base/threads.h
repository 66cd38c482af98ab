// Functions that distribute work over several threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace arbiter {

// Starts up to `count` threads, the i-th of which calls `work(i)`; fewer if the system cannot start
// more.
template <class Work>
std::vector<std::jthread> start_threads(unsigned count, Work work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    for (unsigned i = 0; i < count; ++i) threads.emplace_back(work, i);
  } catch (const std::exception&) {
    // The callers continue with fewer threads.
  }
  return threads;
}

// Calls `work(0)` to `work(jobs - 1)`, each on its own thread; calls must not wait for each other.
// If the system cannot start enough threads, the calling thread runs the rest. Returns after all
// calls have finished. Rethrows an exception from one of them.
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
    const auto threads = start_threads(others, [&](unsigned thread) { guarded(thread + 1); });
    guarded(0);
    for (auto job = static_cast<unsigned>(threads.size()) + 1; job < jobs; ++job) guarded(job);
  }
  if (failure) std::rethrow_exception(failure);
}

// A queue of items that several threads process, with results in the order of the items. Only one
// thread may call put() and next(); any number may call work().
template <class Item, class Result>
class OrderedWork {
 public:
  // Returns the number of items whose results next() has not returned yet.
  std::size_t waiting() {
    const std::lock_guard lock(mutex_);
    return slots_.size();
  }

  void put(Item item) {
    const std::lock_guard lock(mutex_);
    slots_.push_back({std::move(item), std::nullopt});
    has_work_.notify_one();
  }

  // Waits for the result of the oldest item, and returns it. Rethrows an exception of `make`.
  // Precondition: waiting() > 0.
  Result next() {
    std::unique_lock lock(mutex_);
    has_result_.wait(lock, [&] { return failure_ || slots_.front().result; });
    if (failure_) std::rethrow_exception(failure_);
    Result result = *std::move(slots_.front().result);
    slots_.pop_front();
    --begun_;
    return result;
  }

  // Processes items until stop() is called.
  template <class Make>
  void work(Make make) {
    std::unique_lock lock(mutex_);
    while (true) {
      has_work_.wait(lock, [&] { return is_stopped_ || begun_ < slots_.size(); });
      if (is_stopped_) return;
      Slot& slot = slots_[begun_++];  // stays valid when items are added
      lock.unlock();
      try {
        Result result = make(slot.item);
        lock.lock();
        slot.result = std::move(result);
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        failure_ = std::current_exception();
      }
      has_result_.notify_one();
    }
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    has_work_.notify_all();
  }

 private:
  struct Slot {
    Item item;
    std::optional<Result> result;
  };

  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_result_;
  std::deque<Slot> slots_;
  std::size_t begun_ = 0;  // index in slots_
  bool is_stopped_ = false;
  std::exception_ptr failure_;
};

// Calls `make(worker, item)` for each item from `take()`, until that returns nothing. Calls
// `receive(result)` in the order of the items. `make` runs on up to `count` threads, and `worker`
// is the thread number; the queue contains at most four items per thread. Without threads,
// everything runs on the calling thread. Rethrows an exception of any of the three functions.
template <class Take, class Make, class Receive>
void run_on_threads(unsigned count, Take take, Make make, Receive receive) {
  using Item = typename decltype(take())::value_type;
  using Result = decltype(make(0u, std::declval<Item&>()));
  constexpr std::size_t kAhead = 4;

  OrderedWork<Item, Result> work;
  const auto threads = start_threads(
      count, [&](unsigned worker) { work.work([&](Item& item) { return make(worker, item); }); });
  struct Stop {
    OrderedWork<Item, Result>& work;
    ~Stop() { work.stop(); }
  };
  const Stop stop{work};  // stops the threads before their destructors wait for them
  if (threads.empty()) {
    while (auto item = take()) receive(make(0u, *item));
    return;
  }
  for (bool has_more = true; has_more || work.waiting() > 0;) {
    while (has_more && work.waiting() < kAhead * threads.size()) {
      auto item = take();
      has_more = item.has_value();
      if (item) work.put(*std::move(item));
    }
    if (work.waiting() > 0) receive(work.next());
  }
}

// Same as run_on_threads() with `jobs` threads, or on the calling thread if `jobs` is at most 1.
template <class Take, class Make, class Receive>
void run_in_order(unsigned jobs, Take take, Make make, Receive receive) {
  run_on_threads(jobs > 1 ? jobs : 0, take, make, receive);
}

}  // namespace arbiter
