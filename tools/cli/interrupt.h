// Signals that end the program, and Ctrl-C, answered at a moment that suits.
#pragma once

#include <csignal>

#include "lib/io/byte_source.h"

namespace arbiter {

// From now on SIGHUP, SIGINT, SIGPIPE and SIGTERM remove unfinished files before they end the
// program as usual, unless they are ignored; a reader that has seen enough always ends it. A file
// that is larger than it may be (SIGXFSZ) is a failure of writing like any other.
void end_cleanly_on_signals();

// While this lives, the first SIGINT or SIGTERM is only noted, and ends reads that wait for a pipe
// (see ReadInterruption); a second one ends the program as usual. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  // May be asked from any thread.
  bool was_interrupted() const;

 private:
  ReadInterruption reads_;
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace arbiter
