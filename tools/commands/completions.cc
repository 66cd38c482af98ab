// arbiter completions SHELL

#include <memory>
#include <optional>

#include "tools/cli/completion_scripts.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/commands.h"

namespace arbiter {
namespace {

constexpr Choice<std::optional<Shell>> kShells[] = {
    {"bash", Shell::Bash},
    {"zsh", Shell::Zsh},
    {"fish", Shell::Fish},
};

struct CompletionsCommandOptions {
  std::optional<Shell> shell;
};

}  // namespace

CommandRun bind_completions(CommandLine& app) {
  const auto options = std::make_shared<CompletionsCommandOptions>();
  add_choice(app, "SHELL", options->shell, kShells, "The shell: bash, zsh or fish");
  app.footer(
      "For bash: source <(arbiter completions bash)\n"
      "For zsh:  source <(arbiter completions zsh)\n"
      "For fish: arbiter completions fish | source");
  return [options](Console& console) -> Result<ExitCode> {
    if (!options->shell) return Error{"no shell given (one of bash, zsh, fish)"};
    console.print(completion_script(*options->shell, commands()));
    return ExitCode::Clean;
  };
}

}  // namespace arbiter
