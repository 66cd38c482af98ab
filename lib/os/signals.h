// Signals that end a program, or interrupt it.
#pragma once

#include <array>
#include <memory>
#include <span>

namespace arbiter {

using SignalHandler = void (*)(int signal);

// Calls `handler` for each terminating signal: SIGHUP, SIGINT, SIGPIPE, SIGTERM. Ignored signals
// remain ignored, except for SIGPIPE. Exceeding the file size limit becomes an ordinary write
// error.
void handle_ending_signals(SignalHandler handler);

// Checks for SIGPIPE.
bool is_closed_pipe(int signal);

void handle_after(unsigned seconds, SignalHandler handler);

// Ends the program with a signal, which the parent process can detect.
void end_by_signal(int signal);

// A scope in which the first SIGINT or SIGTERM calls another handler, and the second one ends the
// program. Ignored signals remain ignored.
class InterruptScope {
 public:
  explicit InterruptScope(SignalHandler handler);
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();

 private:
  struct Handlers;
  std::unique_ptr<Handlers> before_;
};

}  // namespace arbiter
