// Scripts that complete `arbiter` in a shell, from the options that the
// commands declare.
#pragma once

#include <span>
#include <string>

#include "tools/cli/command.h"

namespace arbiter {

enum class Shell { Bash, Zsh, Fish };

std::string completion_script(Shell shell, std::span<const Command> commands);

}  // namespace arbiter
