#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/help.h"

namespace arbiter {
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
