// Ends the queries of one thread.
#pragma once

#include <stop_token>
#include <utility>

namespace arbiter::sqlite {

// While this lives, queries and changes on this thread throw IoError after the stop is requested.
// Only one instance may exist on a thread at a time.
class QueryStop {
 public:
  explicit QueryStop(std::stop_token stop) : stop_(std::move(stop)) { current_ = this; }
  QueryStop(const QueryStop&) = delete;
  QueryStop& operator=(const QueryStop&) = delete;
  ~QueryStop() { current_ = nullptr; }

  // Returns whether the queries of this thread are to end.
  static bool is_requested() { return current_ != nullptr && current_->stop_.stop_requested(); }

 private:
  static inline thread_local const QueryStop* current_ = nullptr;

  std::stop_token stop_;
};

}  // namespace arbiter::sqlite
