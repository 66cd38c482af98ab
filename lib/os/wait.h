// Waits for input and for file changes, and interruption of the waits.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "lib/base/result.h"

namespace arbiter {

// The exception of a read, or of a wait for a lock, that was interrupted.
class Interrupted : public IoError {
 public:
  Interrupted() : IoError("interrupted") {}
};

// Makes waits for pipes, terminals and locks interruptible during its lifetime. Only one may exist.
class WaitInterruption {
 public:
  WaitInterruption();
  WaitInterruption(const WaitInterruption&) = delete;
  WaitInterruption& operator=(const WaitInterruption&) = delete;
  ~WaitInterruption();

  // Interrupts waits: each read that would have to wait throws Interrupted. Safe in signal
  // handlers.
  static void interrupt();

  // Returns whether waits are interrupted, for code that polls.
  static bool is_interrupted();
};

// Waits for input. Throws Interrupted.
void wait_for_input(int descriptor);

// Returns whether a read would not wait.
bool has_input(int descriptor);

// Waiting for file changes: with notifications of the system, or by polling.
class ChangeWatch {
 public:
  enum class Kind { Notified, Polling };

  // Uses notifications if `kind` is Notified and the system has any left; otherwise polls.
  explicit ChangeWatch(Kind kind);
  ChangeWatch(const ChangeWatch&) = delete;
  ChangeWatch& operator=(const ChangeWatch&) = delete;
  ~ChangeWatch();

  Kind kind() const { return descriptor_ < 0 ? Kind::Polling : Kind::Notified; }

  // Watches a folder without its subfolders. A folder that is watched already or does not exist is
  // ignored.
  void add_folder(const std::string& folder);
  // Watches a folder with all its subfolders, but not those that links lead to; or the folder of a
  // file.
  void add_around(const std::string& path);

  // Returns after a change or a signal, or at the timeout; polling does not detect changes. Returns
  // true if something has changed.
  bool wait(std::chrono::milliseconds time);

 private:
  void drain();

  int descriptor_ = -1;
};

}  // namespace arbiter
