// Waiting until files change: by inotify, or by looking again and again.
#pragma once

#include <chrono>
#include <string>

namespace arbiter {

class ChangeWatch {
 public:
  enum class Kind { Notified, Polling };

  // With Notified, falls back to Polling where the system has no inotify (left).
  explicit ChangeWatch(Kind kind);
  ChangeWatch(const ChangeWatch&) = delete;
  ChangeWatch& operator=(const ChangeWatch&) = delete;
  ~ChangeWatch();

  Kind kind() const { return descriptor_ < 0 ? Kind::Polling : Kind::Notified; }

  // What happens in this folder, not below it, ends a wait. A folder that is watched already, or is
  // not there, changes nothing.
  void add_folder(const std::string& folder);

  // Returns after a change or a signal, or when the time is over; with Polling not after a change.
  // Whether something has changed.
  bool wait(std::chrono::milliseconds time);

 private:
  void drain();

  int descriptor_ = -1;
};

}  // namespace arbiter
