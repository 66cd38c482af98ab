// arbiter help [COMMAND]
#include "tools/cli/help.h"

#include <fmt/format.h>

#include <memory>

#include "tools/cli/bound_command.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/commands.h"

namespace arbiter {
namespace {

struct Options {
  std::string command;
};

Result<ExitCode> run(const Options& options, Console& console) {
  const TextLayout layout = help_layout(console);
  if (options.command.empty()) {
    console.print(program_help(commands(), layout));
    return ExitCode::Clean;
  }
  const Command* command = find_command(commands(), options.command);
  if (command == nullptr) {
    return Error{
        fmt::format("unknown command '{}' ('arbiter help' lists the commands)", options.command)};
  }
  console.print(command_help(bind_command(*command), layout));
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_help(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_text(app, "COMMAND", options->command, "The command to explain; without one, list all");
  add_color(app);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
