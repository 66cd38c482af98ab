#include "tools/cli/completion_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/bound_command.h"

namespace arbiter {
namespace {

// Returns `text` in single quotes, as a POSIX shell reads it.
std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

std::vector<std::string> option_names(const CompletedCommand& command) {
  std::vector<std::string> names;
  for (const CompletedOption& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// Returns the values as words of zsh or fish; one of them is *.
std::string value_words(const CompletedOption& option) {
  std::string words;
  for (const std::string& value : option.values) {
    if (!words.empty()) words += ' ';
    words += value == "*" ? "\\*" : value;
  }
  return words;
}

// Returns one `case` branch for each option that takes a value.
std::string bash_values(const CompletedCommand& command) {
  std::string branches;
  for (const CompletedOption& option : command.options) {
    if (!option.takes_value) continue;
    const std::string offer =
        option.takes_file ? "arbiter_files"
                          : fmt::format("arbiter_{} '{}'", option.is_list ? "list" : "words",
                                        fmt::join(option.values, " "));
    branches += fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"), offer);
  }
  return branches;
}

std::string bash_command(const CompletedCommand& command) {
  std::string text = fmt::format("    {})\n", command.name);
  text += fmt::format("      case $previous in\n{}      esac\n", bash_values(command));
  text += fmt::format(
      "      if [[ $word == -* ]]; then\n"
      "        arbiter_words '{}'\n",
      fmt::join(option_names(command), " "));
  if (command.takes_files) {
    text +=
        "      else\n"
        "        arbiter_files\n";
  } else if (!command.words.empty()) {
    text += fmt::format(
        "      else\n"
        "        arbiter_words '{}'\n",
        fmt::join(command.words, " "));
  }
  return text + "      fi ;;\n";
}

std::string bash_script(const std::vector<CompletedCommand>& commands) {
  std::string names;
  std::string branches;
  for (const CompletedCommand& command : commands) {
    names += command.name + " ";
    branches += bash_command(command);
  }
  return fmt::format(
#include "tools/cli/completions.bash.inc"
      , names, branches);
}

// Returns '--jobs=[meaning]:value:(words)' for _arguments of zsh.
std::string zsh_option(const CompletedOption& option) {
  std::string meaning;
  for (const char c : option.meaning) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') meaning += '\\';
    meaning += c;
  }
  std::string lines;
  for (const std::string& name : option.names) {
    std::string text = fmt::format("*{}[{}]", name, meaning);
    if (option.takes_file) {
      text += ":file:_files";
    } else if (option.is_list && !option.values.empty()) {
      text += fmt::format(":value:_values -s , value {}", value_words(option));
    } else if (option.takes_value) {
      text += fmt::format(":value:({})", value_words(option));
    }
    lines += fmt::format("        {} \\\n", shell_quoted(text));
  }
  return lines;
}

std::string zsh_command(const CompletedCommand& command) {
  std::string text = fmt::format("    {})\n      _arguments \\\n", command.name);
  for (const CompletedOption& option : command.options) text += zsh_option(option);
  if (command.takes_files) return text + "        '*:file:_files' ;;\n";
  return text + fmt::format("        '*:word:({})' ;;\n", fmt::join(command.words, " "));
}

std::string zsh_script(const std::vector<CompletedCommand>& commands) {
  std::string names;
  std::string branches;
  for (const CompletedCommand& command : commands) {
    names +=
        fmt::format("    {}\n", shell_quoted(fmt::format("{}:{}", command.name, command.meaning)));
    branches += zsh_command(command);
  }
  return fmt::format(
#include "tools/cli/completions.zsh.inc"
      , names, branches);
}

std::string fish_option(const std::string& seen, const CompletedOption& option) {
  std::string text = fmt::format("complete -c arbiter -n {}", shell_quoted(seen));
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                   : fmt::format(" -s {}", name.substr(1));
  }
  if (option.takes_file) {
    text += " -r -F";
  } else if (option.is_list && !option.values.empty()) {
    text += fmt::format(" -x -a '(__fish_append , {})'", value_words(option));
  } else if (option.takes_value) {
    text += fmt::format(" -x -a '{}'", value_words(option));
  }
  return text + fmt::format(" -d {}\n", shell_quoted(option.meaning));
}

std::string fish_script(const std::vector<CompletedCommand>& commands) {
  std::string text =
      "# Completion of arbiter in fish: arbiter completions fish | source\n"
      "complete -c arbiter -f\n"
      "complete -c arbiter -n __fish_use_subcommand -l help -d 'Show the commands'\n"
      "complete -c arbiter -n __fish_use_subcommand -l version -d 'Show the version'\n";
  for (const CompletedCommand& command : commands) {
    text += fmt::format("complete -c arbiter -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        shell_quoted(command.meaning));
    const std::string seen = fmt::format("__fish_seen_subcommand_from {}", command.name);
    for (const CompletedOption& option : command.options) text += fish_option(seen, option);
    if (command.takes_files) text += fmt::format("complete -c arbiter -n '{}' -F\n", seen);
    if (!command.words.empty()) {
      text +=
          fmt::format("complete -c arbiter -n '{}' -a '{}'\n", seen, fmt::join(command.words, " "));
    }
  }
  return text;
}

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

// Returns the words that a value described as `type` can have.
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
      row.takes_files = row.takes_files || option->type_name() == "FILE";
      for (std::string& word : words_of(option->type_name(), commands)) {
        row.words.push_back(std::move(word));
      }
    }
  }
  return model;
}

}  // namespace arbiter
