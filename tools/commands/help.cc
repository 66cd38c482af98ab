// The commands `arbiter help [COMMAND]` and `arbiter completions SHELL`.
#include "tools/cli/help.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>

#include "tools/cli/command.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/commands.h"

namespace arbiter {
namespace {

Result<ExitCode> run(const std::string& name, Console& console) {
  const TextLayout layout = help_layout(console);
  if (name.empty()) {
    print_paged(program_help(commands(), layout), console);
    return ExitCode::Clean;
  }
  if (const Command* command = find_command(commands(), name)) {
    print_paged(command_help(bind_command(*command), layout), console);
    return ExitCode::Clean;
  }
  const BoundCommand explain = bind_command(*find_command(commands(), "explain"));
  const auto parsed = parse_arguments(explain, {name});
  if (parsed) {
    if (auto code = explain.run(console)) return code;
  }
  const Advice advice = advice_on(name, "", [](std::string_view) { return true; });
  if (!advice.text.empty()) {
    const std::string of = advice.commands.empty() ? "" : fmt::format(" ({})", advice.commands);
    console.print("{}: {}{}\n", name, advice.text, of);
    return ExitCode::Clean;
  }
  if (const Command* const command = find_synonym(commands(), name)) {
    console.print("{}: use `arbiter {}` to {}\n", name, command->name, command->meaning);
    return ExitCode::Clean;
  }
  return Error{fmt::format("unknown command '{}' (`arbiter help` lists the commands)", name)};
}

}  // namespace

CommandRun bind_help(CommandLine& app) {
  const auto name = std::make_shared<std::string>();
  add_text(
      app, "COMMAND", *name,
      "A command, a diagnostic or a topic of `arbiter explain`, or an option of another program; "
      "without one, list all commands");
  return [name](Console& console) { return run(*name, console); };
}

namespace {

// The script of each shell, which calls `arbiter __complete` (see completions() in
// tools/cli/help.h).
constexpr Choice<std::optional<std::string_view>> kScripts[] = {
    {
        "bash",
#include "tools/commands/completions.bash.inc"
    },
    {
        "zsh",
#include "tools/commands/completions.zsh.inc"
    },
    {
        "fish",
#include "tools/commands/completions.fish.inc"
    },
    {
        "powershell",
#include "tools/commands/completions.ps1.inc"
    },
};

}  // namespace

CommandRun bind_completions(CommandLine& app) {
  const auto script = std::make_shared<std::optional<std::string_view>>();
  add_choice(app, "SHELL", *script, kScripts, "The shell: bash, zsh, fish or powershell");
  // The script has the name that its shell looks for.
  app.format_by_name([](const std::string&) { return std::optional<Error>(); });
  app.footer(
      "For bash: source <(arbiter completions bash)\n"
      "For zsh:  source <(arbiter completions zsh)\n"
      "For fish: arbiter completions fish | source\n"
      "For PowerShell: arbiter completions powershell | Out-String | Invoke-Expression");
  return [script](Console& console) -> Result<ExitCode> {
    if (!*script) return Error{"no shell given (expected bash, zsh, fish or powershell)"};
    console.print("{}", **script);
    return ExitCode::Clean;
  };
}

}  // namespace arbiter
