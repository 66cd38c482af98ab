// A command with its options declared, ready to read arguments.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "tools/cli/command.h"

namespace arbiter::cli {

struct BoundCommand {
  std::unique_ptr<CLI::App> app;  // named as the command; its description is the meaning
  CommandRun run;
};

BoundCommand bind_command(const Command& command);

enum class Parsed { Run, Help };

// Reads what stands behind the command's name.
Result<Parsed> parse_arguments(BoundCommand& command, std::vector<std::string> arguments);

}  // namespace arbiter::cli
