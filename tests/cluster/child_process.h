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
  std::string folder;                         // where it runs
  std::string log;                            // the file that gets what it prints
  std::vector<std::string> environment = {};  // "NAME=value", in addition to the test's own
};

// Runs from its construction on. It is killed when this object goes, when the thread that started
// it ends, and when the test dies in whatever way.
class ChildProcess {
 public:
  explicit ChildProcess(const ChildStart& start);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  pid_t id() const { return id_; }
  bool is_running();

  // SIGKILL; afterwards it is gone.
  void kill();
  // SIGTERM, and SIGKILL if it is still there after this time.
  void stop(std::chrono::seconds patience);
  // SIGSTOP and SIGCONT.
  void pause();
  void resume();

  // What the shell would see, 128 + the signal where one ended it; nothing: it still runs.
  std::optional<int> wait_for(std::chrono::milliseconds patience);
  int wait();

  // User and system time so far, of a process that runs.
  double cpu_seconds() const;

 private:
  pid_t id_ = 0;
  std::optional<int> status_;
};

}  // namespace arbiter::testing
