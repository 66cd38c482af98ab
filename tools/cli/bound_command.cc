#include "tools/cli/bound_command.h"

#include <fmt/format.h>

// With the bodies of the formatter, which only the file that makes an App needs.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "lib/base/text.h"

namespace arbiter::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

Error unknown_option(const CLI::App& app, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const std::vector<std::string> names = option_names(app);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto near = nearest_words(name, views, 1);
  const std::string guess = near.empty() ? "" : fmt::format("; did you mean {}?", near.front());
  return {fmt::format("there is no option {}{} ('arbiter {} --help' lists them)", name, guess,
                      app.get_name())};
}

Error missing_value(const CLI::App& app, std::string_view message) {
  const std::string name(message.substr(0, message.find(':')));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr) return {std::string(message)};
  return {fmt::format("{} needs a value: {}", name, option->get_type_name())};
}

// Takes away what stands behind "--", where nothing is an option.
std::vector<std::string> take_words(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (mark == arguments.end()) return {};
  std::vector<std::string> words(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return words;
}

CLI::Option* positional_of(CLI::App& app) {
  const std::vector<CLI::Option*> options =
      app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  return options.empty() ? nullptr : options.front();
}

}  // namespace

BoundCommand bind_command(const Command& command) {
  auto app = std::make_unique<CLI::App>(std::string(command.meaning), std::string(command.name));
  app->set_help_flag("-h,--help", "Show this text and stop");
  app->allow_extras();
  CommandRun run = command.bind(*app);
  return {std::move(app), std::move(run)};
}

Result<Parsed> parse_arguments(BoundCommand& command, std::vector<std::string> arguments) {
  CLI::App& app = *command.app;
  const std::vector<std::string> words = take_words(arguments);
  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(std::move(arguments));
    if (CLI::Option* positional = words.empty() ? nullptr : positional_of(app)) {
      positional->add_result(words);
      positional->run_callback();
    }
  } catch (const CLI::CallForHelp&) {
    return Parsed::Help;
  } catch (const CLI::ArgumentMismatch& mismatch) {
    return missing_value(app, mismatch.what());
  } catch (const CLI::ParseError& fault) {
    return Error{fault.what()};
  }
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty()) return Parsed::Run;
  const auto option = std::find_if(rest.begin(), rest.end(),
                                   [](const std::string& word) { return word.starts_with('-'); });
  if (option != rest.end()) return unknown_option(app, *option);
  return Error{fmt::format("there is nothing to do with '{}' ('arbiter {} --help' says more)",
                           rest.front(), app.get_name())};
}

}  // namespace arbiter::cli
