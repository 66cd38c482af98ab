// Options of which the last value counts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/options/command_line.h"
#include "tools/cli/output/choice.h"

namespace arbiter {

// Sets `value` by `parse`, from text to a Result.
template <class T, class Parse>
Option* add_parsed(CommandLine& app, const std::string& name, T& value, Parse parse) {
  const auto take = [&value, parse](const std::string& text) {
    auto parsed = parse(text);
    if (!parsed) return parsed.error();
    value = *std::move(parsed);
    return std::string();
  };
  return app.add(name, LastValue{take});
}

// An option that sets `value` to one of `choices`, which have static storage.
template <class T>
Option* add_choice(CommandLine& app, const std::string& name, T& value,
                   std::span<const Choice<T>> choices) {
  std::vector<std::string_view> names;
  for (const Choice<T>& choice : choices) names.push_back(choice.name);
  const std::string type = joined_choices(names);
  std::vector<std::string> words(names.begin(), names.end());
  const auto take = [&value, choices, names = std::move(names)](const std::string& text) {
    for (const Choice<T>& choice : choices) {
      if (choice.name != text) continue;
      value = choice.value;
      return std::string();
    }
    return not_a_choice(text, names);
  };
  return app.add(name, LastValue{take})->type_name(type)->choices(std::move(words));
}

}  // namespace arbiter
