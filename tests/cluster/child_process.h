// A program that a test starts and stops.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ChildStart {
  std::vector<std::string> words;  // path of the program, and its arguments
  std::string folder;              // working folder
  std::string log;                 // file for the output
  // Entries such as "NAME=value", in addition to the test's environment.
  std::vector<std::string> environment = {};
};

// A process that starts when this object is constructed. It is killed when this object is
// destroyed, when the thread that started it ends, or when the test dies.
class ChildProcess {
 public:
  explicit ChildProcess(const ChildStart& start);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  pid_t id() const { return id_; }
  bool is_running();

  // Sends SIGKILL and waits for the process to end.
  void kill();
  // Sends SIGTERM, and SIGKILL if the process still runs after `patience`.
  void stop(std::chrono::seconds patience);
  void pause();
  void resume();

  // Returns the exit status as in the shell (128 + signal number for a signal), or nothing while
  // the process runs.
  std::optional<int> wait_for(std::chrono::milliseconds patience);
  int wait();

  // Returns the user and system time of a running process.
  double cpu_seconds() const;

 private:
  pid_t id_ = 0;
  std::optional<int> status_;
};

}  // namespace arbiter::testing
