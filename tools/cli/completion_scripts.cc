#include "tools/cli/completion_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/bound_command.h"
#include "tools/cli/shell_word.h"

namespace arbiter {
namespace {

// Lists of values, each of which a script contains once.
class ValueLists {
 public:
  // Returns the number of the list, from 1.
  std::size_t number_of(const std::vector<std::string>& values) {
    const auto found = std::ranges::find(lists_, values);
    if (found != lists_.end()) return static_cast<std::size_t>(found - lists_.begin()) + 1;
    lists_.push_back(values);
    return lists_.size();
  }

  const std::vector<std::vector<std::string>>& lists() const { return lists_; }

 private:
  std::vector<std::vector<std::string>> lists_;
};

// Options that the same commands have, with the same meaning.
struct OptionSet {
  std::vector<std::string> commands;
  std::vector<CompletedOption> options;
};

std::vector<OptionSet> option_sets(const std::vector<CompletedCommand>& commands) {
  std::vector<OptionSet> by_option;
  for (const CompletedCommand& command : commands) {
    for (const CompletedOption& option : command.options) {
      const auto is_same = [&](const OptionSet& set) { return set.options.front() == option; };
      const auto found = std::ranges::find_if(by_option, is_same);
      OptionSet& set = found == by_option.end() ? by_option.emplace_back() : *found;
      set.commands.push_back(command.name);
      if (set.options.empty()) set.options.push_back(option);
    }
  }
  std::vector<OptionSet> sets;
  for (OptionSet& one : by_option) {
    const auto found = std::ranges::find(sets, one.commands, &OptionSet::commands);
    if (found == sets.end()) {
      sets.push_back(std::move(one));
    } else {
      found->options.push_back(std::move(one.options.front()));
    }
  }
  return sets;
}

// Returns "$options_1 $options_4", the sets of the command.
std::string sets_of(const std::string& command, const std::vector<OptionSet>& sets) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (std::ranges::find(sets[i].commands, command) == sets[i].commands.end()) continue;
    names.push_back(fmt::format("$options_{}", i + 1));
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// Returns the values as words of zsh or fish; one of them is *.
std::string escaped_words(const std::vector<std::string>& values, std::string_view end) {
  std::string words;
  for (const std::string& value : values) {
    words += fmt::format("{}{}{}", words.empty() ? "" : " ", value == "*" ? "\\*" : value, end);
  }
  return words;
}

std::string bash_offer(const CompletedOption& option, ValueLists& values) {
  if (option.takes_file) return "arbiter_files";
  if (option.values.empty()) return ":";
  return fmt::format("arbiter_{} \"$values_{}\"", option.is_list ? "list" : "words",
                     values.number_of(option.values));
}

// Returns one `case` branch for each offer, by "COMMAND:OPTION". An option that offers the same in
// every command is "*:OPTION".
std::string bash_values(const std::vector<CompletedCommand>& commands, ValueLists& values) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> commands_by_offer;
  for (const CompletedCommand& command : commands) {
    for (const CompletedOption& option : command.options) {
      const std::string offer = option.takes_value ? bash_offer(option, values) : "";
      for (const std::string& name : option.names) {
        commands_by_offer[name][offer].push_back(command.name);
      }
    }
  }
  std::map<std::string, std::vector<std::string>> patterns;
  for (const auto& [name, offers] : commands_by_offer) {
    for (const auto& [offer, names] : offers) {
      if (offers.size() == 1) patterns[offer].push_back("*:" + name);
      if (offers.size() == 1) continue;
      for (const std::string& command : names) patterns[offer].push_back(command + ":" + name);
    }
  }
  std::string branches;
  for (const auto& [offer, words] : patterns) {
    if (offer.empty()) continue;
    branches += fmt::format("    {}) {}; return ;;\n", fmt::join(words, "|"), offer);
  }
  return branches;
}

std::string bash_command(const CompletedCommand& command, const std::vector<OptionSet>& sets,
                         ValueLists& values) {
  std::string text =
      fmt::format("    {}) options=\"{}\"", command.name, sets_of(command.name, sets));
  if (!command.words.empty())
    text += fmt::format(" words=$values_{}", values.number_of(command.words));
  return text + (command.takes_files ? "" : " files=") + " ;;\n";
}

std::string bash_script(const std::vector<CompletedCommand>& commands) {
  const std::vector<OptionSet> sets = option_sets(commands);
  ValueLists values;
  std::string names;
  std::string branches;
  const std::string value_branches = bash_values(commands, values);
  for (const CompletedCommand& command : commands) {
    names += command.name + " ";
    branches += bash_command(command, sets, values);
  }
  std::string variables;
  const auto add = [&](std::string_view name, std::size_t number, const auto& words) {
    variables += fmt::format("  local {}_{}='{}'\n", name, number, fmt::join(words, " "));
  };
  for (std::size_t i = 0; i < values.lists().size(); ++i) add("values", i + 1, values.lists()[i]);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    std::vector<std::string> all;
    for (const CompletedOption& option : sets[i].options) {
      all.insert(all.end(), option.names.begin(), option.names.end());
    }
    add("options", i + 1, all);
  }
  return fmt::format(
#include "tools/cli/completions.bash.inc"
      , names, variables, branches, value_branches);
}

// Returns '--jobs=[meaning]:value:compadd - $values_2' for _arguments of zsh.
std::string zsh_option(const CompletedOption& option, ValueLists& values) {
  std::string meaning;
  for (const char c : option.meaning) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') meaning += '\\';
    meaning += c;
  }
  std::string lines;
  for (const std::string& name : option.names) {
    const std::string_view sign = !option.takes_value ? "" : name.starts_with("--") ? "=" : "+";
    std::string text = fmt::format("*{}{}[{}]", name, sign, meaning);
    if (option.takes_file) {
      text += ":file:_files";
    } else if (option.takes_value && option.values.empty()) {
      text += ":value:( )";
    } else if (option.takes_value) {
      text += fmt::format(":value:{}compadd - $values_{}", option.is_list ? "_sequence " : "",
                          values.number_of(option.values));
    }
    lines += fmt::format("    {}\n", quoted_for_shell(text));
  }
  return lines;
}

std::string zsh_command(const CompletedCommand& command, const std::vector<OptionSet>& sets,
                        ValueLists& values) {
  const std::string rest = command.takes_files ? "'*:file:_files'"
                                               : fmt::format("'*:word:compadd - $values_{}'",
                                                             values.number_of(command.words));
  return fmt::format("    {}) _arguments {} {} ;;\n", command.name, sets_of(command.name, sets),
                     rest);
}

std::string zsh_script(const std::vector<CompletedCommand>& commands) {
  const std::vector<OptionSet> sets = option_sets(commands);
  ValueLists values;
  std::string names;
  std::string branches;
  for (const CompletedCommand& command : commands) {
    names += fmt::format("    {}\n",
                         quoted_for_shell(fmt::format("{}:{}", command.name, command.meaning)));
    branches += zsh_command(command, sets, values);
  }
  std::string options;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    options += fmt::format("  local -a options_{}=(\n", i + 1);
    for (const CompletedOption& option : sets[i].options) options += zsh_option(option, values);
    options += "  )\n";
  }
  std::string variables;
  for (std::size_t i = 0; i < values.lists().size(); ++i) {
    variables +=
        fmt::format("  local -a values_{}=({})\n", i + 1, escaped_words(values.lists()[i], ""));
  }
  return fmt::format(
#include "tools/cli/completions.zsh.inc"
      , names, variables + options, branches);
}

std::string fish_option(const std::string& seen, const CompletedOption& option,
                        ValueLists& values) {
  std::string text = fmt::format("complete -c arbiter -n {}", quoted_for_shell(seen));
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                   : fmt::format(" -s {}", name.substr(1));
  }
  if (option.takes_file) {
    text += " -r -F";
  } else if (option.takes_value && option.values.empty()) {
    text += " -x";
  } else if (option.takes_value) {
    const std::string list = fmt::format("$__arbiter_values_{}", values.number_of(option.values));
    text += option.is_list ? fmt::format(" -x -a '(__fish_append , {})'", list)
                           : fmt::format(" -x -a '{}'", list);
  }
  return text + fmt::format(" -d {}\n", quoted_for_shell(option.meaning));
}

std::string fish_script(const std::vector<CompletedCommand>& commands) {
  ValueLists values;
  std::string text;
  for (const OptionSet& set : option_sets(commands)) {
    const std::string seen =
        fmt::format("__fish_seen_subcommand_from {}", fmt::join(set.commands, " "));
    for (const CompletedOption& option : set.options) text += fish_option(seen, option, values);
  }
  for (const CompletedCommand& command : commands) {
    text += fmt::format("complete -c arbiter -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted_for_shell(command.meaning));
    const std::string seen = fmt::format("__fish_seen_subcommand_from {}", command.name);
    if (command.takes_files) text += fmt::format("complete -c arbiter -n '{}' -F\n", seen);
    if (!command.words.empty()) {
      text += fmt::format("complete -c arbiter -n '{}' -a '$__arbiter_values_{}'\n", seen,
                          values.number_of(command.words));
    }
  }
  std::string head =
      "# Completion of arbiter in fish: arbiter completions fish | source\n"
      "complete -c arbiter -f\n"
      "complete -c arbiter -n __fish_use_subcommand -l help -d 'Show the commands'\n"
      "complete -c arbiter -n __fish_use_subcommand -l version -d 'Show the version'\n";
  // The tab is an empty description, instead of that of the option.
  for (std::size_t i = 0; i < values.lists().size(); ++i) {
    head += fmt::format("set -g __arbiter_values_{} {}\n", i + 1,
                        escaped_words(values.lists()[i], "\\t"));
  }
  return head + text;
}

std::vector<std::string> diagnostic_words() {
  std::vector<std::string> words = {"all", "errors", "warnings", "notes", "style"};
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

// Returns whether a value described as "FILE" or "FEN|FILE" can be the name of a file.
bool names_file(std::string_view type) { return type.find("FILE") != std::string_view::npos; }

// Returns the words that a value described as `type` can have.
std::vector<std::string> words_of(std::string_view type, std::span<const Command> commands) {
  if (type == "ID" || type == "IDS") return diagnostic_words();
  if (type == "COMMAND") {
    std::vector<std::string> names;
    for (const Command& command : commands) names.emplace_back(command.name);
    return names;
  }
  if (type.find('|') != std::string_view::npos && !names_file(type)) return split_at_bars(type);
  return {};
}

CompletedOption completed(const Option& option, std::span<const Command> commands) {
  CompletedOption completed;
  completed.names.assign(option.names().rbegin(), option.names().rend());  // the long one first
  completed.meaning = option.description();
  completed.takes_value = option.takes_value();
  completed.takes_file = completed.takes_value && names_file(option.type_name());
  completed.values = option.choices();
  if (completed.takes_value && completed.values.empty()) {
    completed.values = words_of(option.type_name(), commands);
  }
  completed.is_list = option.is_list() || option.type_name() == "IDS";
  return completed;
}

}  // namespace

std::string completion_script(Shell shell, std::span<const Command> commands) {
  const std::vector<CompletedCommand> model = completion_model(commands);
  switch (shell) {
    case Shell::Bash:
      break;
    case Shell::Zsh:
      return zsh_script(model);
    case Shell::Fish:
      return fish_script(model);
  }
  return bash_script(model);
}

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
      row.takes_files = row.takes_files || names_file(option->type_name());
      for (std::string& word : words_of(option->type_name(), commands)) {
        row.words.push_back(std::move(word));
      }
    }
  }
  return model;
}

}  // namespace arbiter
