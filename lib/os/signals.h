// Signals that end a program, or interrupt it.
#pragma once

#include <array>
#include <memory>
#include <span>

namespace arbiter {

using SignalHandler = void (*)(int signal);

// Calls `handler` for each signal that ends a program: a closed terminal, Ctrl-C, a closed pipe,
// termination. Ignored signals remain ignored, except for the closed pipe. Exceeding the file size
// limit becomes an ordinary write error.
void handle_ending_signals(SignalHandler handler);

// Checks for the signal of a closed pipe.
bool is_closed_pipe(int signal);

// Calls `handler` once, after some seconds.
void handle_after(unsigned seconds, SignalHandler handler);

// Ends the program by a signal, so that the parent process sees it.
void end_by_signal(int signal);

// A scope in which the first Ctrl-C or termination calls another handler, and the second one ends
// the program. Ignored signals remain ignored.
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
