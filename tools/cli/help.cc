#include "tools/cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/base/version.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "tools/cli/command.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

// The rows of the tables: "| `typed`, `typed` | advice | commands |".
constexpr std::string_view kRows =
#include "tools/cli/other_programs.inc"
    ;
constexpr std::string_view kDefaultCommands = "filter, export";  // for rows without this column

struct AdviceRow {
  std::string_view typed;
  std::string_view advice;
  std::string_view commands;
};

AdviceRow row_of(std::string_view line) {
  line.remove_prefix(2);
  line.remove_suffix(2);
  const std::size_t first = line.find(" | ");
  const std::size_t second = line.find(" | ", first + 3);
  if (second == line.npos) return {line.substr(0, first), line.substr(first + 3), kDefaultCommands};
  return {line.substr(0, first), line.substr(first + 3, second - first - 3),
          trim(line.substr(second + 3))};
}

bool writes_games(std::string_view command) {
  return command.empty() || command == "filter" || command == "export" || command == "fmt";
}

// Returns the word without dashes and underscores, in lower case.
std::string squeezed(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (c != '-' && c != '_') letters += to_small(c);
  }
  return letters;
}

bool is_short(std::string_view option) { return option.starts_with('-') && option[1] != '-'; }

bool is_typed(const AdviceRow& row, std::string_view word, std::string_view command) {
  for (std::string_view rest = row.typed; rest.find('`') != rest.npos;) {
    rest.remove_prefix(rest.find('`') + 1);
    const std::string_view code = rest.substr(0, rest.find('`'));
    rest.remove_prefix(code.size() + 1);
    const std::string_view option = code.substr(0, code.find(' '));
    if (is_short(option) ? option == word && writes_games(command)
                         : squeezed(option) == squeezed(word)) {
      return true;
    }
  }
  return false;
}

bool names(std::string_view commands, std::string_view command) {
  return fmt::format(" {},", commands).find(fmt::format(" {},", command)) != std::string::npos;
}

// Returns the row for this command, or the first one about an option.
std::optional<AdviceRow> find_row(std::string_view word, std::string_view command) {
  std::optional<AdviceRow> first;
  for (std::string_view rest = kRows; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const AdviceRow row = row_of(line);
    if (!is_typed(row, word, command)) continue;
    if (row.commands.empty() || names(row.commands, command)) return row;
    if (!first && (command.empty() || row.advice.starts_with("`-"))) first = row;
  }
  return first;
}

// Returns Markdown as text: without links, and without backticks around options.
std::string text_of(std::string_view markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const std::string_view rest = markdown.substr(i);
    const std::size_t end = rest.find("](");
    if (rest[0] == '[' && end != rest.npos && rest.substr(0, end).find('`') == rest.npos) {
      text += rest.substr(1, end - 1);
      i += rest.find(')', end);
    } else if (rest.starts_with("`-")) {
      const std::string_view code = rest.substr(1, rest.find('`', 1) - 1);
      text += code;
      i += code.size() + 1;
    } else {
      text += rest[0];
    }
  }
  for (std::size_t at = 0; (at = text.find("\\|", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

}  // namespace

Advice advice_on(std::string_view word, std::string_view command,
                 const std::function<bool(std::string_view)>& has_option) {
  if (squeezed(word).empty()) return {};
  auto row = find_row(word, command);
  if (!row && is_short(word)) row = find_row(word.substr(0, 2), command);
  if (!row) return {};
  const std::string text = text_of(row->advice);
  const std::string commands(row->commands);
  if (!text.starts_with('-')) return {text, commands};
  const std::string_view option = std::string_view(text).substr(0, text.find_first_of(" ,;"));
  if (!option.starts_with("--") || has_option(option)) return {"use " + text, commands};
  const std::string_view owner = row->commands.substr(0, row->commands.find(','));
  return {owner.empty() ? "use " + text : fmt::format("use `arbiter {}` with {}", owner, text),
          commands};
}

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
         paragraphs(fmt::format("Run `arbiter {} --help` for all details.", command.command.name),
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
             "Run `arbiter COMMAND --help` for details, `arbiter --version` for the version.\n"
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

namespace {

constexpr std::string_view kNothing = "words\n";

std::string candidate(std::string_view word, std::string_view meaning) {
  return fmt::format("{}\t{}\n", word, meaning);
}

std::vector<std::string> diagnostic_words() {
  std::vector<std::string> words = {"all", "errors", "warnings", "notes", "style"};
  for (std::size_t group = 0; group < kGroupCount; ++group) {
    words.emplace_back(to_string(static_cast<Group>(group)));
  }
  for (const CatalogueEntry& entry : catalogue()) words.emplace_back(entry.id);
  return words;
}

std::vector<std::string> split_at(char separator, std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Returns whether a value described as "FILE" or "FEN|FILE" can be a file name.
bool names_file(std::string_view type) { return type.find("FILE") != std::string_view::npos; }

// Returns the possible values of an option or positional.
std::vector<std::string> values_of(const Option& option, std::span<const Command> commands) {
  const std::string& type = option.type_name();
  if (!option.choices().empty()) return option.choices();
  if (type == "ID" || type == "IDS") return diagnostic_words();
  if (type == "COMMAND") {
    std::vector<std::string> names;
    for (const Command& command : commands) names.emplace_back(command.name);
    return names;
  }
  if (type.find('|') != type.npos && !names_file(type)) return split_at('|', type);
  return {};
}

std::string program_words(std::span<const Command> commands) {
  std::string answer(kNothing);
  for (const Command& command : commands) answer += candidate(command.name, command.meaning);
  return answer + candidate("--help", "Show the commands") +
         candidate("--version", "Show the version");
}

// Returns the option whose value follows the word.
const Option* option_before_value(const CommandLine& line, std::string_view word) {
  for (const auto& option : line.options()) {
    if (!option->is_positional() && option->is_named(word) && option->takes_value()) {
      return option.get();
    }
  }
  return nullptr;
}

// Returns the completions for an option value. `before` is the part of the typed word before the
// value.
std::string option_values(const Option& option, std::string before, std::string_view typed,
                          std::span<const Command> commands) {
  if (names_file(option.type_name())) return "files\n";
  const bool is_list = option.is_list() || option.type_name() == "IDS";
  const std::size_t comma = is_list ? typed.rfind(',') + 1 : 0;
  const std::vector<std::string> others = split_at(',', typed.substr(0, comma));
  before += typed.substr(0, comma);
  std::string answer(is_list ? "list\n" : kNothing);
  for (const std::string& value : values_of(option, commands)) {
    if (std::ranges::find(others, value) == others.end()) answer += before + value + "\n";
  }
  return answer;
}

std::string option_names(const CommandLine& line) {
  std::string answer(kNothing);
  for (const auto& option : line.options()) {
    if (option->is_hidden() || option->is_positional()) continue;
    for (const std::string& name : option->names())
      answer += candidate(name, option->description());
  }
  return answer;
}

std::string arguments(const CommandLine& line, std::span<const Command> commands) {
  std::string answer(kNothing);
  for (const auto& option : line.options()) {
    if (!option->is_positional()) continue;
    if (names_file(option->type_name())) return "files\n";
    for (const std::string& word : values_of(*option, commands)) answer += word + "\n";
  }
  return answer;
}

}  // namespace

std::string completions(std::span<const Command> commands, std::vector<std::string> words) {
  if (words.size() < 2) return program_words(commands);
  const Command* command = find_command(commands, words.front());
  if (command == nullptr) return std::string(kNothing);
  const BoundCommand bound = bind_command(*command);
  std::string typed = std::move(words.back());
  words.pop_back();
  std::string before;
  if (typed == "=") {
    typed.clear();
  } else if (words.back() == "=") {
    words.pop_back();
  } else if (const std::size_t sign = typed.find('=');
             typed.starts_with("--") && sign != typed.npos) {
    words.push_back(typed.substr(0, sign));
    before = typed.substr(0, sign + 1);
    typed.erase(0, sign + 1);
  }
  if (const Option* option = option_before_value(bound.line, words.back())) {
    return option_values(*option, std::move(before), typed, commands);
  }
  return typed.starts_with('-') ? option_names(bound.line) : arguments(bound.line, commands);
}

}  // namespace arbiter
