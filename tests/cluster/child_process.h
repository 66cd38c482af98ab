// A program that a test starts and ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ChildStart {
  std::vector<std::string> words;             // the program, with its path, and its arguments
  std::string folder;                         // its working folder
  std::string log;                            // the file for its output
  std::vector<std::string> environment = {};  // "NAME=value", in addition to the test's own
};

// Runs from its construction on. It is killed with this object, when the thread that started it
// ends, and when the test dies in any way.
class ChildProcess {
 public:
  explicit ChildProcess(const ChildStart& start);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  pid_t id() const { return id_; }
  bool is_running();

  // Sends SIGKILL and waits for the end.
  void kill();
  // Sends SIGTERM, and SIGKILL if it still runs after this time.
  void stop(std::chrono::seconds patience);
  // Sends SIGSTOP, or SIGCONT.
  void pause();
  void resume();

  // The exit status as in the shell, 128 + the signal if one ended it; nothing while it runs.
  std::optional<int> wait_for(std::chrono::milliseconds patience);
  int wait();

  // User and system time so far, of a running process.
  double cpu_seconds() const;

 private:
  pid_t id_ = 0;
  std::optional<int> status_;
};

}  // namespace arbiter::testing
