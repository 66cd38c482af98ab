#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "lib/os/signals.h"
#include "lib/os/windows.h"

namespace arbiter {
namespace {

std::atomic<SignalHandler> ending_handler = nullptr;

// Windows calls this on a separate thread, and ends the program when it returns.
BOOL WINAPI end_with_console(DWORD event) {
  if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) return FALSE;
  if (const SignalHandler handler = ending_handler) handler(SIGTERM);
  return FALSE;
}

}  // namespace

void handle_ending_signals(SignalHandler handler) {
  ending_handler = handler;
  for (const int signal : {SIGINT, SIGBREAK, SIGTERM}) std::signal(signal, handler);
  ::SetConsoleCtrlHandler(end_with_console, TRUE);
}

// On Windows, a closed pipe is an ordinary write error.
bool is_closed_pipe(int /*signal*/) { return false; }

void handle_after(unsigned seconds, SignalHandler handler) {
  std::thread([seconds, handler] {
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    handler(SIGTERM);
  }).detach();
}

void end_by_signal(int /*signal*/) {
  constexpr UINT kControlC = 0xC000013A;  // STATUS_CONTROL_C_EXIT
  ::ExitProcess(kControlC);
}

struct InterruptScope::Handlers {
  SignalHandler interrupt;
  SignalHandler terminate;
};

// The system itself calls a handler once only.
InterruptScope::InterruptScope(SignalHandler handler)
    : before_(new Handlers{std::signal(SIGINT, handler), std::signal(SIGTERM, handler)}) {}

InterruptScope::~InterruptScope() {
  std::signal(SIGINT, before_->interrupt);
  std::signal(SIGTERM, before_->terminate);
}

}  // namespace arbiter
