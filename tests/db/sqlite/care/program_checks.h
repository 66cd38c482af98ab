// The real program in a process of its own, and checks of the databases that it writes.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

using Words = std::vector<std::string>;

std::string program_path();

// `arbiter ARGUMENTS...` in a process of its own, without input and output.
class RunningProgram {
 public:
  explicit RunningProgram(const Words& arguments);
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  ~RunningProgram();

  bool is_running();
  void kill();
  // Returns the exit status as in the shell: 128 + the signal if one ended it.
  int wait();

 private:
  pid_t child_ = 0;
  int status_ = 0;
};

// content_of() and visible_content() of a file. Both end the test if it cannot be opened.
std::vector<std::string> content(const std::string& path);
std::vector<std::string> visible(const std::string& path);

// Checks that `verify` finds nothing in the database.
void check_is_clean(const std::string& path);

// Accepts a missing file and a database without tables as well.
void check_is_clean_or_empty(const std::string& path);

}  // namespace arbiter::testing
