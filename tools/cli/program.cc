#include "tools/cli/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/base/version.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/help.h"

namespace arbiter {
namespace {

std::string unknown_command(std::span<const Command> commands, const std::string& word) {
  if (word.starts_with('-')) return fmt::format("there is no option {} before a command", word);
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  const auto near = nearest_words(word, names, 1);
  if (!near.empty()) {
    return fmt::format("there is no command '{}'; did you mean 'arbiter {}'?", word, near.front());
  }
  if (word.find(".pgn") != std::string::npos) {
    return fmt::format("there is no command '{0}'; did you mean 'arbiter validate {0}'?", word);
  }
  return fmt::format("there is no command '{}'", word);
}

ExitCode run_command(const Command& command, std::vector<std::string> arguments, Console& console) {
  const BoundCommand bound = bind_command(command);
  const auto parsed = parse_arguments(bound, std::move(arguments));
  if (!parsed) {
    console.complain(fmt::format("{}: {}", command.name, parsed.error()));
    return ExitCode::CouldNotRun;
  }
  if (*parsed == Parsed::Help) {
    console.print(command_help(bound));
    return ExitCode::Clean;
  }
  const auto code = bound.run(console);
  if (code) return *code;
  console.complain(fmt::format("{}: {}", command.name, code.error()));
  return ExitCode::CouldNotRun;
}

}  // namespace

const Command* find_command(std::span<const Command> commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [=](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

ExitCode run_program(std::span<const Command> commands, std::vector<std::string> arguments,
                     Console& console) {
  if (arguments.empty()) {
    console.say(program_help(commands));
    return ExitCode::CouldNotRun;
  }
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "--version" || first == "-V" || first == "version") {
    console.print("arbiter {}\n", kVersion);
    return ExitCode::Clean;
  }
  if (first == "--help" || first == "-h") {
    console.print(program_help(commands));
    return ExitCode::Clean;
  }
  if (const Command* command = find_command(commands, first)) {
    return run_command(*command, std::move(arguments), console);
  }
  console.complain(
      fmt::format("{} ('arbiter --help' lists the commands)", unknown_command(commands, first)));
  return ExitCode::CouldNotRun;
}

}  // namespace arbiter
