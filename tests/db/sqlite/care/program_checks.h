// The real program in its own process, and checks of the databases that it writes.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

using Words = std::vector<std::string>;

std::string program_path();

// `arbiter ARGUMENTS...` in its own process, without input and output.
class RunningProgram {
 public:
  explicit RunningProgram(const Words& arguments);
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  ~RunningProgram();

  bool is_running();
  void kill();
  // Returns the exit status as in the shell (128 + signal number for a signal).
  int wait();

 private:
  pid_t child_ = 0;
  int status_ = 0;
};

// Return content_of() and visible_content() of a file. Both end the test if it cannot be opened.
std::vector<std::string> content(const std::string& path);
std::vector<std::string> visible(const std::string& path);

// Checks that `verify` finds no faults in the database.
void check_is_clean(const std::string& path);

// Also accepts a missing file and a database without tables.
void check_is_clean_or_empty(const std::string& path);

}  // namespace arbiter::testing
