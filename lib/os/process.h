// This process, its signals, waits, standard streams and terminals. Other programs and libraries;
// memory.
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

// Returns a text that differs between processes with the same number, one after the other. Returns
// an empty text if the process does not exist or has ended.
std::string start_of_process(std::string_view id);

// Runs a shell command with additional environment variables ("NAME=value"), and waits for it. Its
// exit status is ignored.
void run_shell(const std::string& command, std::vector<std::string> variables);

// Runs a program with these files as standard input and output. Returns its exit status, 127 if it
// does not exist; nothing if it cannot be started.
std::optional<int> run_program(std::vector<std::string> words, std::FILE* input, std::FILE* output);

// Shows the text in a pager, which is a shell command, or that of the system if it is null. Returns
// whether it has shown at least a part of the text.
bool show_in_pager(const char* pager, std::string_view text);

// Opens the address in the browser of the user. Returns 0, or a value of errno.
int open_in_browser(std::string address);

// Loads a shared library. Returns null if it does not exist.
void* load_library(const char* name);
void* find_function(void* library, const char* name);

// Returns how the program is linked, such as "statically, glibc 2.36".
std::string linkage_text();

std::uint32_t random_number();

// Uses huge pages, if the system has any, for the memory that they fit into.
void prefer_huge_pages(void* memory, std::size_t bytes);

// Returns memory that was freed to the system.
void release_freed_memory();

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

struct TerminalSize {
  std::size_t columns = 0;
  std::size_t lines = 0;
};

bool is_terminal(int descriptor);

// Returns the size of a terminal in character cells; nothing if it is unknown.
std::optional<TerminalSize> terminal_size(int descriptor);

// Checks for a terminal that shows no colours and cannot move its cursor.
bool is_dumb_terminal();

// Opens closed standard streams on an empty file, so that no opened file receives such a
// descriptor, and with it the printed text. Each is open for the wrong direction: its use fails as
// before, rather than reading no games or losing results. Prepares terminals for text in UTF-8.
// Returns false on failure.
bool prepare_standard_streams();

// The exception of a read, or of a wait for a lock, that was interrupted.
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

  // Interrupts waits: each read that would have to wait throws Interrupted. Safe in signal
  // handlers.
  static void interrupt();

  // Returns whether waits are interrupted, for code that polls.
  static bool is_interrupted();
};

// Waits for input. Throws Interrupted.
void wait_for_input(int descriptor);

// Returns whether a read would not wait.
bool has_input(int descriptor);

// Waiting for file changes: with notifications of the system, or by polling.
class ChangeWatch {
 public:
  enum class Kind { Notified, Polling };

  // Uses notifications if `kind` is Notified and the system has any left; otherwise polls.
  explicit ChangeWatch(Kind kind);
  ChangeWatch(const ChangeWatch&) = delete;
  ChangeWatch& operator=(const ChangeWatch&) = delete;
  ~ChangeWatch();

  Kind kind() const { return descriptor_ < 0 ? Kind::Polling : Kind::Notified; }

  // Watches a folder without its subfolders. A folder that is watched already or does not exist is
  // ignored.
  void add_folder(const std::string& folder);
  // Watches a folder with all its subfolders, but not those that links lead to; or the folder of a
  // file.
  void add_around(const std::string& path);

  // Returns after a change or a signal, or at the timeout; polling does not detect changes. Returns
  // true if something has changed.
  bool wait(std::chrono::milliseconds time);

 private:
  void drain();

  int descriptor_ = -1;
};

}  // namespace arbiter
