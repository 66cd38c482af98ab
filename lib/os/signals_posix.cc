#include <unistd.h>

#include <csignal>

#include "lib/os/signals.h"

namespace arbiter {
namespace {

struct sigaction action_of(SignalHandler handler, unsigned flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  return action;
}

// Sets a handler, unless the signal is ignored, as under nohup. Returns the action before.
struct sigaction set_action(int signal, const struct sigaction& action) {
  struct sigaction old {};
  ::sigaction(signal, &action, &old);
  if (old.sa_handler == SIG_IGN) ::sigaction(signal, &old, nullptr);
  return old;
}

}  // namespace

void handle_ending_signals(SignalHandler handler) {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_DFL);
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM}) {
    set_action(signal, action_of(handler, SA_NODEFER));
  }
}

bool is_closed_pipe(int signal) { return signal == SIGPIPE; }

void handle_after(unsigned seconds, SignalHandler handler) {
  set_action(SIGALRM, action_of(handler, SA_NODEFER));
  ::alarm(seconds);
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct InterruptScope::Handlers {
  struct sigaction interrupt;
  struct sigaction terminate;
};

InterruptScope::InterruptScope(SignalHandler handler) {
  const struct sigaction action = action_of(handler, SA_RESETHAND);
  before_.reset(new Handlers{set_action(SIGINT, action), set_action(SIGTERM, action)});
}

InterruptScope::~InterruptScope() {
  ::sigaction(SIGINT, &before_->interrupt, nullptr);
  ::sigaction(SIGTERM, &before_->terminate, nullptr);
}

}  // namespace arbiter
