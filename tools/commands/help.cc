// arbiter help [COMMAND]
#include "tools/cli/help.h"

#include <fmt/format.h>

#include <memory>

#include "tools/cli/bound_command.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/pager.h"
#include "tools/commands/commands.h"

namespace arbiter {
namespace {

struct Options {
  std::string command;
};

Result<ExitCode> run(const Options& options, Console& console) {
  const TextLayout layout = help_layout(console);
  if (options.command.empty()) {
    print_paged(program_help(commands(), layout), console);
    return ExitCode::Clean;
  }
  if (const Command* command = find_command(commands(), options.command)) {
    print_paged(command_help(bind_command(*command), layout), console);
    return ExitCode::Clean;
  }
  // Topics and diagnostics.
  const BoundCommand explain = bind_command(*find_command(commands(), "explain"));
  const auto parsed = parse_arguments(explain, {options.command});
  if (parsed) {
    if (auto code = explain.run(console)) return code;
  }
  return Error{
      fmt::format("unknown command '{}' ('arbiter help' lists the commands)", options.command)};
}

}  // namespace

CommandRun bind_help(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_text(
      app, "COMMAND", options->command,
      "A command, a diagnostic or a topic of `arbiter explain`; without one, list all commands");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
