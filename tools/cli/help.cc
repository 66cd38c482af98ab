#include "tools/cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lib/base/version.h"

namespace arbiter::cli {
namespace {

constexpr std::size_t kTextColumn = 28;

std::string usage_of(const CLI::App& command) {
  std::string usage = fmt::format("Usage: arbiter {} [OPTIONS]", command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) usage += fmt::format(" [{}]", written_names(*option));
  }
  return usage;
}

// The option in its column, the text beside it, or below where the option is long.
std::string option_lines(const CLI::Option& option) {
  std::string left = "  " + written_names(option);
  const bool has_value = !option.get_positional() && option.get_items_expected_max() > 0;
  if (has_value) left += ' ' + option.get_type_name();
  left += left.size() + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                        : std::string(kTextColumn - left.size(), ' ');
  return left + wrapped(option.get_description(), kTextColumn) + "\n";
}

std::vector<std::string> groups_of(const CLI::App& command) {
  std::vector<std::string> groups;
  for (const CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    if (option->get_positional() || option == command.get_help_ptr()) continue;
    if (group.empty()) continue;  // hidden
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

}  // namespace

std::string written_names(const CLI::Option& option) {
  if (option.get_positional()) {
    return option.get_name(true);
  }
  std::string names;
  for (const std::string& name : option.get_snames()) names += fmt::format("-{}, ", name);
  for (const std::string& name : option.get_lnames()) names += fmt::format("--{}, ", name);
  names.resize(names.size() - 2);
  return names;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  std::size_t column = indent;
  const auto is_lead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const auto length = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_lead));
    if (column > indent && column + 1 + length > width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += length;
  }
  return lines;
}

std::string command_help(const CLI::App& command) {
  std::string text = fmt::format("arbiter {}: {}\n\n{}\n", command.get_name(),
                                 command.get_description(), usage_of(command));
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) text += "\n" + option_lines(*option);
  }
  for (const std::string& group : groups_of(command)) {
    text += fmt::format("\n{}:\n", group);
    for (const CLI::Option* option : command.get_options()) {
      const bool is_help = option == command.get_help_ptr();
      if (option->get_positional() || is_help || option->get_group() != group) continue;
      text += option_lines(*option);
    }
  }
  text += "\n" + option_lines(*command.get_help_ptr());
  if (!command.get_footer().empty()) text += fmt::format("\n{}\n", command.get_footer());
  return text;
}

std::string program_help(std::span<const Command> commands) {
  std::string text = fmt::format(
      "arbiter {}: checks chess games in PGN against the Laws of Chess\n\n"
      "Usage: arbiter COMMAND [OPTIONS] ...\n\nCommands:\n",
      kVersion);
  for (const Command& command : commands) {
    text += fmt::format("  {:<12} {}\n", command.name, wrapped(command.meaning, 15));
  }
  return text +
         "\n'arbiter COMMAND --help' says more about each; 'arbiter --version' is the version.\n"
         "Exit status: 0 done, 1 findings at or above --fail-on, 2 could not run.\n";
}

}  // namespace arbiter::cli
