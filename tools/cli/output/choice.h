// Options with a fixed set of values.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/output/parsed_option.h"

namespace arbiter::cli::output {

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

// "'xml' is none of text, json and csv", with the nearest of them if one is near.
std::string not_a_choice(std::string_view text, std::span<const std::string_view> names);

// "text|json|csv": shown by help, and taken apart again by completions.
std::string joined_choices(std::span<const std::string_view> names);

// An option that sets `value` to one of `choices`, which have static storage.
template <class T>
CLI::Option* add_choice(CLI::App& app, const std::string& name, T& value,
                        std::span<const Choice<T>> choices) {
  std::vector<std::string_view> names;
  for (const Choice<T>& choice : choices) names.push_back(choice.name);
  const std::string type = joined_choices(names);
  const auto take = [&value, choices, names = std::move(names)](const std::string& text) {
    for (const Choice<T>& choice : choices) {
      if (choice.name != text) continue;
      value = choice.value;
      return std::string();
    }
    return not_a_choice(text, names);
  };
  return add_taken(app, name, take)->type_name(type);
}

}  // namespace arbiter::cli::output
