// Interruptible waits for input and file changes.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "lib/base/result.h"

namespace arbiter {

// The exception thrown by an interrupted read or wait.
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

  // Interrupts waits; each read that would block throws Interrupted. Safe in signal handlers.
  static void interrupt();

  // Returns whether waits are interrupted, for code that polls.
  static bool is_interrupted();
};

// Throws Interrupted.
void wait_for_input(int descriptor);

// Returns whether a read would not block.
bool has_input(int descriptor);

// Waits for file changes, with system notifications or by polling.
class ChangeWatch {
 public:
  enum class Kind { Notified, Polling };

  // Uses notifications if `kind` is Notified and the system allows more of them; otherwise polls.
  explicit ChangeWatch(Kind kind);
  ChangeWatch(const ChangeWatch&) = delete;
  ChangeWatch& operator=(const ChangeWatch&) = delete;
  ~ChangeWatch();

  Kind kind() const { return descriptor_ < 0 ? Kind::Polling : Kind::Notified; }

  // Watches a folder without its subfolders. Ignores a folder that is already watched or does not
  // exist.
  void add_folder(const std::string& folder);
  // Watches a folder with its subfolders, without following links. For a file, watches its folder.
  void add_around(const std::string& path);

  // Waits for a change, a signal or the timeout. Returns true after a change; always false if
  // polling.
  bool wait(std::chrono::milliseconds time);

 private:
  void drain();

  int descriptor_ = -1;
};

}  // namespace arbiter
