#include "tools/cli/help.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/version.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "lib/os/terminal.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

constexpr std::size_t kTextColumn = 28;

// Returns the names of an option as shown in help, without its value: "--jobs", "-q, --quiet",
// "FILE...".
std::string written_names(const Option& option) {
  return fmt::format("{}", fmt::join(option.names(), ", "));
}

std::string usage_of(const BoundCommand& command) {
  std::string usage = fmt::format("Usage: arbiter {} [OPTIONS]", command.command.name);
  for (const auto& option : command.line.options()) {
    if (option->is_positional()) usage += fmt::format(" [{}]", written_names(*option));
  }
  return usage;
}

std::size_t width_of(const TextLayout& layout) { return layout.width.value_or(kDefaultTextWidth); }

std::string heading_line(std::string_view text, const TextLayout& layout) {
  return fmt::format("\n{}{}{}\n", layout.colors.strong,
                     wrapped(fmt::format("{}:", text), 0, width_of(layout)), layout.colors.reset);
}

// Returns `text` with each line wrapped.
std::string paragraphs(std::string_view text, const TextLayout& layout) {
  std::string lines;
  for (bool is_last = false; !is_last;) {
    const std::size_t end = text.find('\n');
    is_last = end == std::string_view::npos;
    lines += wrapped(text.substr(0, end), 0, width_of(layout)) + "\n";
    text.remove_prefix(is_last ? text.size() : end + 1);
  }
  return lines;
}

enum class HelpLength { Full, Short };

// Returns the first part of a description, without details and defaults.
std::string_view first_part(std::string_view description) {
  return description.substr(0, std::min(description.find("; "), description.find(" (")));
}

// Returns the option in its column, with its text in the next column, or below if the option is
// long.
std::string option_lines(const Option& option, const TextLayout& layout, HelpLength length) {
  std::string left = "  " + written_names(option);
  if (option.takes_value() && !option.is_positional()) left += ' ' + option.type_name();
  left += left.size() + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                        : std::string(kTextColumn - left.size(), ' ');
  const std::string& text = option.description();
  return left +
         wrapped(length == HelpLength::Full ? text : first_part(text), kTextColumn,
                 width_of(layout)) +
         "\n";
}

// Returns whether the option is listed under a heading.
bool is_in_group(const Option& option) {
  return !option.is_positional() && !option.asks_for_help() && option.is_listed();
}

std::vector<std::string> groups_of(const CommandLine& line) {
  std::vector<std::string> groups;
  for (const auto& option : line.options()) {
    if (!is_in_group(*option)) continue;
    const std::string& group = option->group();
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

// Returns whether the group contains options of several commands, which are explained once.
bool is_shared_group(std::string_view group) {
  return group == kFilterGroup || group == kShapeGroup;
}

// Returns the names of a group's options, in lines.
std::string names_in_group(const CommandLine& line, const std::string& group,
                           const TextLayout& layout) {
  std::vector<std::string> names;
  for (const auto& option : line.options()) {
    if (is_in_group(*option) && option->group() == group) names.push_back(option->names().back());
  }
  return fmt::format("  {}\n",
                     wrapped(fmt::format("{}", fmt::join(names, " ")), 2, width_of(layout)));
}

std::string options_in_group(const CommandLine& line, const std::string& group,
                             const TextLayout& layout, HelpLength length) {
  if (length == HelpLength::Short && is_shared_group(group)) {
    return names_in_group(line, group, layout);
  }
  std::string text;
  for (const auto& option : line.options()) {
    if (is_in_group(*option) && option->group() == group)
      text += option_lines(*option, layout, length);
  }
  return text;
}

// Returns the usage and every option by its group.
std::string help_of(const BoundCommand& command, const TextLayout& layout, HelpLength length) {
  std::string text = paragraphs(fmt::format("arbiter {}: {}\n\n{}", command.command.name,
                                            command.command.meaning, usage_of(command)),
                                layout);
  std::string last;
  for (const auto& option : command.line.options()) {
    if (option->is_positional()) {
      text += "\n" + option_lines(*option, layout, HelpLength::Full);
    }
    if (option->asks_for_help()) last += "\n" + option_lines(*option, layout, length);
  }
  for (const std::string& heading : groups_of(command.line)) {
    text += heading_line(heading, layout) + options_in_group(command.line, heading, layout, length);
  }
  return text + last;
}

}  // namespace

TextLayout help_layout(const Console& console) {
  TextLayout layout = layout_of(console);
  layout.width = layout.width.value_or(kDefaultTextWidth);
  return layout;
}

std::string command_help(const BoundCommand& command, const TextLayout& layout) {
  const std::string text = help_of(command, layout, HelpLength::Full);
  const std::string& footer = command.line.footer();
  return footer.empty() ? text : text + "\n" + paragraphs(footer, layout);
}

std::string short_help(const BoundCommand& command, const TextLayout& layout) {
  return help_of(command, layout, HelpLength::Short) + "\n" +
         paragraphs(fmt::format("Run 'arbiter {} --help' for all details.", command.command.name),
                    layout);
}

std::string program_help(std::span<const Command> commands, const TextLayout& layout) {
  constexpr std::size_t kMeaningColumn = 15;
  std::string text =
      paragraphs(fmt::format("arbiter {}: checks chess games in PGN against the Laws of Chess\n\n"
                             "Usage: arbiter COMMAND [OPTIONS] ...",
                             kVersion),
                 layout);
  std::string_view group;
  for (const Command& command : commands) {
    if (std::exchange(group, command.group) != command.group) text += heading_line(group, layout);
    text += fmt::format("  {:<{}}{}\n", command.name, kMeaningColumn - 2,
                        wrapped(command.meaning, kMeaningColumn, width_of(layout)));
  }
  return text + "\n" +
         paragraphs(
             "Run 'arbiter COMMAND --help' for details, 'arbiter --version' for the version.\n"
             "Exit status: 0 success, 1 findings at or above --fail-on, 2 could not run.",
             layout);
}

namespace {

// Returns the height of the terminal on standard output; 0 if it is unknown.
long terminal_lines() {
  if (const char* text = std::getenv("LINES")) {
    long lines = 0;
    std::from_chars(text, text + std::string_view(text).size(), lines);
    if (lines > 0) return lines;
  }
  const auto size = terminal_size(kStandardOutput);
  return size ? static_cast<long>(size->lines) : 0;
}

}  // namespace

void print_paged(const std::string& text, Console& console) {
  const long lines = console.output_width() ? terminal_lines() : 0;
  const bool is_long = lines > 0 && std::ranges::count(text, '\n') >= lines;
  const char* pager = std::getenv("PAGER");
  const bool has_none = pager != nullptr && *pager == '\0';
  if (!is_long || has_none || !show_in_pager(pager, text)) console.print(text);
}

}  // namespace arbiter
