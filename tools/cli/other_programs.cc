#include "tools/cli/other_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// The rows of the tables: "| `typed`, `typed` | advice | commands |".
constexpr std::string_view kRows =
#include "tools/cli/other_programs.inc"
    ;
constexpr std::string_view kDefaultCommands = "filter, export";  // of a row without that column

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

// Returns the row for this command, or the first one.
std::optional<AdviceRow> find_row(std::string_view word, std::string_view command) {
  std::optional<AdviceRow> first;
  for (std::string_view rest = kRows; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const AdviceRow row = row_of(line);
    if (!is_typed(row, word, command)) continue;
    if (row.commands.empty() || names(row.commands, command)) return row;
    if (!first) first = row;
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

}  // namespace arbiter
