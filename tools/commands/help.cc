// arbiter help [COMMAND]
#include "tools/cli/help.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>

#include "lib/io/output_file.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/man_pages.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/pager.h"
#include "tools/commands/commands.h"

namespace arbiter {
namespace {

struct HelpCommandOptions {
  std::string command;
  std::string man_folder;   // empty: print help
  std::string docs_folder;  // the pages in Markdown
};

// Writes a man page of each command into the folder, and one of the program.
Result<ExitCode> write_man_pages(const HelpCommandOptions& options) {
  const std::filesystem::path folder = options.man_folder;
  const auto write = [&](std::string_view name, const std::string& text) -> std::optional<Error> {
    const auto file = OutputFile::open((folder / name).string());
    if (!file) return Error{fmt::format("{}: {}", options.man_folder, file.error())};
    (*file)->write(text);
    const auto lost = (*file)->finish();
    return lost ? std::nullopt : std::optional(Error{lost.error()});
  };
  if (const auto failure = write("arbiter.1", program_man_page(commands()))) return *failure;
  for (const Command& command : commands()) {
    const std::string path = fmt::format("{}/{}.md", options.docs_folder, command.name);
    std::ifstream file(path, std::ios::binary);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    if (page.empty()) return Error{fmt::format("cannot read {}", path)};
    const std::string text = command_man_page(bind_command(command), page);
    if (const auto failure = write(fmt::format("arbiter-{}.1", command.name), text)) {
      return *failure;
    }
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const HelpCommandOptions& options, Console& console) {
  if (!options.man_folder.empty()) return write_man_pages(options);
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
  const auto options = std::make_shared<HelpCommandOptions>();
  add_text(
      app, "COMMAND", options->command,
      "A command, a diagnostic or a topic of `arbiter explain`; without one, list all commands");
  // For tools/install: help and completions do not show these.
  app.add("--man FOLDER", &options->man_folder)->group("");
  app.add("--docs FOLDER", &options->docs_folder)->group("");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
