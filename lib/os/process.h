// This process with its memory, linkage, signals, waits, standard streams and terminals. Also runs
// other programs and loads shared libraries.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

long process_id();

std::string machine_name();

// Returns a string that distinguishes successive processes with the same id. Returns an empty
// string if the process does not exist.
std::string start_of_process(std::string_view id);

// Runs a shell command with additional environment variables ("NAME=value"), and waits for it. Its
// exit status is ignored.
void run_shell(const std::string& command, std::vector<std::string> variables);

// Runs a program with these files as standard input and output. Returns its exit status, 127 if the
// program does not exist, or nothing if it cannot be started.
std::optional<int> run_program(std::vector<std::string> words, std::FILE* input, std::FILE* output);

// Shows the text in a pager. `pager` is a shell command, or null for the system's pager. Returns
// whether at least part of the text was shown.
bool show_in_pager(const char* pager, std::string_view text);

// Opens the address in the user's browser. Returns 0, or a value of errno.
int open_in_browser(std::string address);

// Loads a shared library. Returns null if it does not exist.
void* load_library(const char* name);
void* find_function(void* library, const char* name);

// Returns how the program is linked, such as "statically, glibc 2.36".
std::string linkage_text();

std::uint32_t random_number();

// Uses huge pages, if available, for the part of the memory that consists of whole pages.
void prefer_huge_pages(void* memory, std::size_t bytes);

// Returns freed memory to the system.
void release_freed_memory();

using SignalHandler = void (*)(int signal);

// Calls `handler` for each terminating signal: SIGHUP, SIGINT, SIGPIPE, SIGTERM. Ignored signals
// remain ignored, except for SIGPIPE. Exceeding the file size limit becomes an ordinary write
// error.
void handle_ending_signals(SignalHandler handler);

// Returns whether the signal is SIGPIPE.
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

struct TerminalSize {
  std::size_t columns = 0;
  std::size_t lines = 0;
};

bool is_terminal(int descriptor);

// Returns the size of a terminal in character cells; nothing if it is unknown.
std::optional<TerminalSize> terminal_size(int descriptor);

// Returns whether the terminal supports neither colours nor cursor movement.
bool is_dumb_terminal();

// Opens closed standard streams on the null device, so that no file opened later gets their
// descriptors and receives printed text. Each stream is opened in the wrong direction, so that
// reading or writing fails instead of silently losing data. Prepares terminals for text in UTF-8.
// Returns false on failure.
bool prepare_standard_streams();

// The exception thrown by an interrupted read or wait.
class Interrupted : public IoError {
 public:
  Interrupted() : IoError("interrupted") {}
};

// Makes waits for pipes, terminals and locks interruptible during its lifetime. Only one may exist.
class WaitInterruption {
 public:
  WaitInterruption();
  WaitInterruption(const WaitInterruption&) = delete;
  WaitInterruption& operator=(const WaitInterruption&) = delete;
  ~WaitInterruption();

  // Interrupts waits; each read that would block throws Interrupted. Safe in signal handlers.
  static void interrupt();

  // Returns whether waits are interrupted, for code that polls.
  static bool is_interrupted();
};

// Waits until a read would not block. Throws Interrupted.
void wait_for_input(int descriptor);

// Returns whether a read would not block.
bool has_input(int descriptor);

// Waits for file changes, with system notifications or by polling.
class ChangeWatch {
 public:
  enum class Kind { Notified, Polling };

  // Uses notifications if `kind` is Notified and the system allows more of them; otherwise polls.
  explicit ChangeWatch(Kind kind);
  ChangeWatch(const ChangeWatch&) = delete;
  ChangeWatch& operator=(const ChangeWatch&) = delete;
  ~ChangeWatch();

  Kind kind() const { return descriptor_ < 0 ? Kind::Polling : Kind::Notified; }

  // Watches a folder without its subfolders. Ignores a folder that is already watched or does not
  // exist.
  void add_folder(const std::string& folder);
  // Watches a folder with its subfolders, without following links. For a file, watches its folder.
  void add_around(const std::string& path);

  // Waits for a change, a signal or the timeout. Returns true after a change; always false if
  // polling.
  bool wait(std::chrono::milliseconds time);

 private:
  void drain();

  int descriptor_ = -1;
};

}  // namespace arbiter
