#include "tools/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cstring>
#include <optional>

#include "db/sqlite/file/connection.h"
#include "lib/io/byte_source.h"
#include "lib/io/output_file.h"

namespace arbiter {
namespace {

std::atomic<int> noted_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

// Makes waits on all threads interruptible, for the lifetime of the program.
std::optional<WaitInterruption> waits;

std::atomic<const char*> word_at_signal = nullptr;  // see InterruptWatch

void note(int signal) {
  noted_signal = signal;
  if (const char* word = word_at_signal.exchange(nullptr)) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, word, std::strlen(word));
  }
  WaitInterruption::interrupt();
}

void remove_and_end(int signal) {
  remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Ends the program. Open databases must be closed first, which a signal handler cannot do, so their
// queries throw Interrupted. If the command has not ended after a second, or at a second signal,
// the program ends immediately.
void end(int signal) {
  // Caused by output that remains at the end.
  if (signal == SIGPIPE && noted_signal == SIGPIPE) return;
  if (noted_signal != 0 || !sqlite::Connection::is_any_file_open()) return remove_and_end(signal);
  note(signal);
  sqlite::Connection::interrupt_all();
  constexpr unsigned kMaxSeconds = 1;
  ::alarm(kMaxSeconds);
}

void end_late(int /*signal*/) { remove_and_end(noted_signal); }

void set_action(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_NODEFER | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  struct sigaction old {};
  ::sigaction(signal, &action, &old);
  if (old.sa_handler == SIG_IGN) ::sigaction(signal, &old, nullptr);
}

}  // namespace

void end_cleanly_on_signals() {
  waits.emplace();
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_DFL);
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM}) set_action(signal, end);
  set_action(SIGALRM, end_late);
}

bool is_ending() { return sqlite::Connection::is_interrupted(); }

void end_by_noted_signal() {
  if (const int signal = noted_signal) remove_and_end(signal);
}

InterruptWatch::InterruptWatch(const char* word) {
  waits.emplace();
  word_at_signal = word;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
  // Signals that are ignored, as under nohup, remain ignored.
  if (old_interrupt_.sa_handler == SIG_IGN) ::sigaction(SIGINT, &old_interrupt_, nullptr);
  if (old_terminate_.sa_handler == SIG_IGN) ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

InterruptWatch::~InterruptWatch() {
  waits.emplace();
  word_at_signal = nullptr;
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptWatch::was_interrupted() const { return noted_signal != 0; }

void InterruptWatch::accept() { noted_signal = 0; }

}  // namespace arbiter
