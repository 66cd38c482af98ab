// Functions that run the real program, alone or together with other programs.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ProgramRun {
  int status = 0;  // as in the shell (128 + signal number for a signal)
  std::string output;
  std::string errors;
};

// Runs `arbiter ARGUMENTS...` in the root of the repository, with `input` as standard input,
// without colours or a terminal.
ProgramRun run_arbiter(const std::vector<std::string>& arguments, const std::string& input = "");

// Runs a bash command line in the root of the repository, where `arbiter` is the program under
// test. Standard error is part of the output.
ProgramRun run_shell(const std::string& line);

// Writes a scratch file of the running test, and returns its path.
std::string write_scratch(const std::string& name, const std::string& content);

std::string read_text(const std::string& path);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace arbiter::testing
