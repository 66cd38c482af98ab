// Handling of Ctrl-C and of signals that end the program, at a safe moment.
#pragma once

#include <optional>

#include "lib/os/process.h"

namespace arbiter {

// Makes SIGHUP, SIGINT, SIGPIPE and SIGTERM remove unfinished files before they end the program.
// Ignored signals remain ignored, except SIGPIPE. If databases are open, the signal is noted and
// queries throw Interrupted, so that the databases are closed first. SIGXFSZ is ignored, so that
// exceeding the file size limit is an ordinary write error.
void end_cleanly_on_signals();

// Returns whether a signal was noted. Errors are then consequences of the signal, and are not
// reported.
bool is_ending();

// Ends the program by the noted signal, if any, which the parent process can detect. Called after
// all output.
void end_by_noted_signal();

// A scope in which the first SIGINT or SIGTERM is only recorded, and ends waits for pipes and locks
// (see WaitInterruption). A second signal ends the program as usual. Only one instance may exist at
// a time.
class InterruptWatch {
 public:
  // At the signal, writes `word` to standard error, unless it is null. `word` must have static
  // storage.
  explicit InterruptWatch(const char* word = nullptr);
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  // Returns whether a signal was recorded. May be called on any thread.
  bool was_interrupted() const;

  // Treats the signal as a normal end of the command, after which end_by_noted_signal() does
  // nothing.
  void accept();

 private:
  std::optional<InterruptScope> handlers_;
};

}  // namespace arbiter
