// arbiter completions SHELL
#include <memory>
#include <optional>
#include <string_view>

#include "tools/cli/options/option_helpers.h"
#include "tools/commands/commands.h"

namespace arbiter {
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
};

}  // namespace

CommandRun bind_completions(CommandLine& app) {
  const auto script = std::make_shared<std::optional<std::string_view>>();
  add_choice(app, "SHELL", *script, kScripts, "The shell: bash, zsh or fish");
  // The script has the name that its shell looks for.
  app.format_by_name([](const std::string&) { return std::optional<Error>(); });
  app.footer(
      "For bash: source <(arbiter completions bash)\n"
      "For zsh:  source <(arbiter completions zsh)\n"
      "For fish: arbiter completions fish | source");
  return [script](Console& console) -> Result<ExitCode> {
    if (!*script) return Error{"no shell given (expected bash, zsh or fish)"};
    console.print("{}", **script);
    return ExitCode::Clean;
  };
}

}  // namespace arbiter
