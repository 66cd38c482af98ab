// Signals that end the program, and Ctrl-C, handled at a safe moment.
#pragma once

#include <csignal>

#include "lib/io/byte_source.h"

namespace arbiter {

// Makes SIGHUP, SIGINT, SIGPIPE and SIGTERM remove unfinished files before they end the program as
// usual, unless they are ignored; SIGPIPE always ends it. SIGXFSZ is ignored: exceeding the file
// size limit is a write error like any other.
void end_cleanly_on_signals();

// Ends the program by the signal that an InterruptWatch has noted, if any, so that its parent sees
// the signal. To be called after all output.
void end_by_noted_signal();

// While this lives, the first SIGINT or SIGTERM is only recorded, and ends waits for pipes and
// locks (see WaitInterruption). A second signal ends the program as usual. Only one instance may
// exist at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  // Can be called from any thread.
  bool was_interrupted() const;

  // Makes the signal a normal end of the command, after which end_by_noted_signal() does nothing.
  void accept();

 private:
  WaitInterruption waits_;
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace arbiter
