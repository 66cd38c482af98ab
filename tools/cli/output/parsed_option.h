// Options of which the last value counts.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <utility>

#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::output {

// Takes a value; returns a sentence where it cannot be read, else an empty string. Called for each
// value in order and for the last one again, so it replaces what it took before. What it refers to
// lives as long as the App.
using ValueTaker = std::function<std::string(const std::string& text)>;

// An option whose values go to `take`.
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

}  // namespace arbiter::cli::output
