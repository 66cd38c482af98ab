// Options of which the last value counts.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <utility>

namespace arbiter {

// Takes a value; returns a sentence where it cannot be read, else an empty string. May be called
// more than once with the same text.
using ValueTaker = std::function<std::string(const std::string& text)>;

CLI::Option* add_taken(CLI::App& app, const std::string& name, ValueTaker take);

// Sets `value` by `parse`, from text to a Result.
template <class T, class Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, T& value, Parse parse) {
  return add_taken(app, name, [&value, parse](const std::string& text) {
    auto parsed = parse(text);
    if (!parsed) return parsed.error();
    value = *std::move(parsed);
    return std::string();
  });
}

}  // namespace arbiter
