#include "tools/cli/completion_model.h"

#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/bound_command.h"

namespace arbiter {
namespace {

std::vector<std::string> diagnostic_words() {
  std::vector<std::string> words;
  for (std::size_t group = 0; group < kGroupCount; ++group) {
    words.emplace_back(to_string(static_cast<Group>(group)));
  }
  for (const CatalogueEntry& entry : catalogue()) words.emplace_back(entry.id);
  return words;
}

std::vector<std::string> split_at_bars(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t bar = text.find('|');
    parts.emplace_back(text.substr(0, bar));
    if (bar == std::string_view::npos) return parts;
    text.remove_prefix(bar + 1);
  }
}

// The words that a value described as `type` can be.
std::vector<std::string> words_of(std::string_view type, std::span<const Command> commands) {
  if (type == "ID" || type == "IDS") return diagnostic_words();
  if (type == "COMMAND") {
    std::vector<std::string> names;
    for (const Command& command : commands) names.emplace_back(command.name);
    return names;
  }
  if (type.find('|') != std::string_view::npos) return split_at_bars(type);
  return {};
}

CompletedOption completed(const Option& option, std::span<const Command> commands) {
  CompletedOption completed;
  completed.names.assign(option.names().rbegin(), option.names().rend());  // the long one first
  completed.meaning = option.description();
  completed.takes_value = option.takes_value();
  completed.takes_file = completed.takes_value && option.type_name() == "FILE";
  completed.values = option.choices();
  if (completed.takes_value && completed.values.empty()) {
    completed.values = words_of(option.type_name(), commands);
  }
  completed.is_list = option.is_list() || option.type_name() == "IDS";
  return completed;
}

}  // namespace

std::vector<CompletedCommand> completion_model(std::span<const Command> commands) {
  std::vector<CompletedCommand> model;
  for (const Command& command : commands) {
    const BoundCommand bound = bind_command(command);
    CompletedCommand& row = model.emplace_back();
    row.name = command.name;
    row.meaning = command.meaning;
    for (const auto& option : bound.line.options()) {
      if (option->is_hidden()) continue;
      if (!option->is_positional()) {
        row.options.push_back(completed(*option, commands));
        continue;
      }
      row.takes_files = row.takes_files || option->type_name() == "FILE";
      for (std::string& word : words_of(option->type_name(), commands)) {
        row.words.push_back(std::move(word));
      }
    }
  }
  return model;
}

}  // namespace arbiter
