// Options with a fixed set of values.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arbiter {

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

// "invalid value 'xml' (one of text, json, csv)", with the nearest of them if one is near.
std::string not_a_choice(std::string_view text, std::span<const std::string_view> names);

// "text|json|csv": shown by help, and taken apart again by completions.
std::string joined_choices(std::span<const std::string_view> names);

}  // namespace arbiter
