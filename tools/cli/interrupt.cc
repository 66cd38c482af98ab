#include "tools/cli/interrupt.h"

#include <atomic>

#include "db/sqlite/file/connection.h"
#include "lib/io/byte_source.h"
#include "lib/io/output_file.h"
#include "lib/os/file.h"
#include "lib/os/process.h"

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
    write_all(kStandardError, word);
  }
  WaitInterruption::interrupt();
}

void remove_and_end(int signal) {
  remove_unfinished_files();
  end_by_signal(signal);
}

// Ends the program. Open databases must be closed first, which a signal handler cannot do, so their
// queries throw Interrupted. If the command has not ended after a second, or at a second signal,
// the program ends immediately.
void end(int signal) {
  // This signal comes from output that was still unwritten at the end.
  if (is_closed_pipe(signal) && is_closed_pipe(noted_signal)) return;
  if (noted_signal != 0 || !sqlite::Connection::is_any_file_open()) return remove_and_end(signal);
  note(signal);
  sqlite::Connection::interrupt_all();
  constexpr unsigned kMaxSeconds = 1;
  handle_after(kMaxSeconds, [](int) { remove_and_end(noted_signal); });
}

}  // namespace

void end_cleanly_on_signals() {
  waits.emplace();
  handle_ending_signals(end);
}

bool is_ending() { return sqlite::Connection::is_interrupted(); }

void end_by_noted_signal() {
  if (const int signal = noted_signal) remove_and_end(signal);
}

InterruptWatch::InterruptWatch(const char* word) {
  waits.emplace();
  word_at_signal = word;
  handlers_.emplace(note);
}

InterruptWatch::~InterruptWatch() {
  waits.emplace();
  word_at_signal = nullptr;
}

bool InterruptWatch::was_interrupted() const { return noted_signal != 0; }

void InterruptWatch::accept() { noted_signal = 0; }

}  // namespace arbiter
