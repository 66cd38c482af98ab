// Options with a fixed set of values.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

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

  const auto set = [&value, choices](const CLI::results_t& results) {
    for (const Choice<T>& choice : choices) {
      if (choice.name == results.back()) value = choice.value;
    }
    return true;
  };
  const auto fault = [choices, names](const std::string& text) {
    for (const Choice<T>& choice : choices) {
      if (choice.name == text) return std::string();
    }
    return not_a_choice(text, names);
  };
  return app.add_option(name, set)->type_name(joined_choices(names))->check(fault)->take_last();
}

}  // namespace arbiter
