// Signals that end the program, and Ctrl-C, handled at a safe moment.
#pragma once

#include <csignal>

namespace arbiter {

// Makes SIGHUP, SIGINT, SIGPIPE and SIGTERM remove unfinished files before they end the program as
// usual, unless they are ignored; SIGPIPE always ends it. Open databases are closed too: then the
// signal is noted, and queries throw Interrupted. SIGXFSZ is ignored: exceeding the file size limit
// is a write error like any other.
void end_cleanly_on_signals();

// Returns whether such a signal was noted: errors are consequences then, and not reported.
bool is_ending();

// Ends the program by the noted signal, if any, so that its parent sees the signal. To be called
// after all output.
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
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace arbiter
