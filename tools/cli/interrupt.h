// Signals that end the program, and Ctrl-C, handled at a safe moment.
#pragma once

#include <csignal>

#include "lib/io/byte_source.h"

namespace arbiter {

// Makes SIGHUP, SIGINT, SIGPIPE and SIGTERM remove unfinished files before they end the program as
// usual, unless they are ignored; SIGPIPE always ends it. SIGXFSZ is ignored: exceeding the file
// size limit is a write error like any other.
void end_cleanly_on_signals();

// While this lives, the first SIGINT or SIGTERM is only recorded, and ends reads that wait for a
// pipe (see ReadInterruption). A second signal ends the program as usual. Only one instance may
// exist at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  // Can be called from any thread.
  bool was_interrupted() const;

 private:
  ReadInterruption reads_;
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace arbiter
