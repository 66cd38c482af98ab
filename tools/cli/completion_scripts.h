// Scripts that complete `arbiter` in a shell, from the options that the
// commands declare.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/cli/command.h"

namespace arbiter {

enum class Shell { Bash, Zsh, Fish };

std::string completion_script(Shell shell, std::span<const Command> commands);

struct CompletedOption {
  std::vector<std::string> names;  // with their dashes
  std::string meaning;             // one sentence
  bool takes_value = false;
  bool takes_file = false;          // the value is a file name
  std::vector<std::string> values;  // what the value can be; empty: anything
  bool is_list = false;             // values may be combined with commas

  bool operator==(const CompletedOption&) const = default;
};

struct CompletedCommand {
  std::string name;
  std::string meaning;
  std::vector<CompletedOption> options;
  std::vector<std::string> words;  // the words accepted without a dash
  bool takes_files = false;
};

std::vector<CompletedCommand> completion_model(std::span<const Command> commands);

}  // namespace arbiter
