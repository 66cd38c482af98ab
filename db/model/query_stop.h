// A scope in which the queries of one thread can be cancelled.
#pragma once

#include <stop_token>
#include <utility>

namespace arbiter {

// A scope in which queries and changes on this thread throw IoError after the stop is requested.
class QueryStop {
 public:
  explicit QueryStop(std::stop_token stop) : stop_(std::move(stop)), outer_(current_) {
    current_ = this;
  }
  QueryStop(const QueryStop&) = delete;
  QueryStop& operator=(const QueryStop&) = delete;
  ~QueryStop() { current_ = outer_; }

  // Returns the stop token of this thread. Without a QueryStop, the token never requests a stop.
  static std::stop_token token() {
    return current_ == nullptr ? std::stop_token() : current_->stop_;
  }
  // Returns whether a stop of this thread's queries was requested.
  static bool is_requested() { return current_ != nullptr && current_->stop_.stop_requested(); }

 private:
  static inline thread_local const QueryStop* current_ = nullptr;

  std::stop_token stop_;
  const QueryStop* outer_;  // the enclosing scope of the same thread
};

// Wraps `work` for run_parallel(), so that it stops on all threads if this thread is stopped.
template <class Work>
auto stopped_with_this_thread(Work work) {
  return [work, token = QueryStop::token()](unsigned job) {
    const QueryStop stop(token);
    work(job);
  };
}

}  // namespace arbiter
