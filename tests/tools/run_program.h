// Running the real program, alone or together with other programs.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ProgramRun {
  int status = 0;  // as in the shell: 128 + the signal if one ended it
  std::string output;
  std::string errors;
};

// Runs `arbiter ARGUMENTS...` in the root of the repository, with `input` as its standard input and
// neither colours nor a terminal.
ProgramRun run_arbiter(const std::vector<std::string>& arguments, const std::string& input = "");

// Runs a line of bash in the root of the repository, where `arbiter` is the program under test.
// Standard error is part of the output.
ProgramRun run_shell(const std::string& line);

// Writes a file of the running test with this content; returns its path.
std::string write_scratch(const std::string& name, const std::string& content);

std::string read_text(const std::string& path);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace arbiter::testing
