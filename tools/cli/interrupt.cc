#include "tools/cli/interrupt.h"

#include <atomic>

#include "lib/io/output_file.h"

namespace arbiter {
namespace {

std::atomic<int> noted_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) {
  noted_signal = signal;
  WaitInterruption::interrupt();
}

// The action that called this is no longer set, so that the signal ends the program.
void remove_and_end(int signal) {
  remove_unfinished_files();
  std::raise(signal);
}

}  // namespace

void end_cleanly_on_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_DFL);
  struct sigaction action {};
  action.sa_handler = remove_and_end;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  ::sigemptyset(&action.sa_mask);
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM}) {
    struct sigaction old {};
    ::sigaction(signal, &action, &old);
    if (old.sa_handler == SIG_IGN) ::sigaction(signal, &old, nullptr);
  }
}

void end_by_noted_signal() {
  const int signal = noted_signal;
  if (signal == 0) return;
  std::signal(signal, SIG_DFL);
  remove_and_end(signal);
}

InterruptWatch::InterruptWatch() {
  noted_signal = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
  // Signals that are ignored, as under nohup, stay ignored.
  if (old_interrupt_.sa_handler == SIG_IGN) ::sigaction(SIGINT, &old_interrupt_, nullptr);
  if (old_terminate_.sa_handler == SIG_IGN) ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

InterruptWatch::~InterruptWatch() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptWatch::was_interrupted() const { return noted_signal != 0; }

void InterruptWatch::accept() { noted_signal = 0; }

}  // namespace arbiter
