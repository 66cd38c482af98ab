// One value of a record, as programs read it.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

struct Value {
  // JSON: a text is in quotes, Written stands for itself, a list is an array of texts. CSV: nothing
  // is an empty field, and the texts of a list are divided by blanks.
  enum class Kind : std::uint8_t { Nothing, Text, Written, List };

  Kind kind = Kind::Nothing;
  std::string text = {};
  std::vector<std::string> list = {};

  static Value of(std::string_view text) { return {Kind::Text, std::string(text)}; }
  // An empty text is nothing.
  static Value of_known(std::string_view text) { return text.empty() ? Value() : of(text); }
  static Value of(std::unsigned_integral auto number) requires(
      !std::same_as<decltype(number), bool>) {
    return written(fmt::format_int(number).str());
  }
  template <class T>
  static Value of(const std::optional<T>& value) {
    return value ? of(*value) : Value();
  }
  // What is JSON and CSV already, such as a number; nothing if it is empty.
  static Value written(std::string json) {
    return json.empty() ? Value() : Value{Kind::Written, std::move(json)};
  }
  static Value of_list(std::vector<std::string> texts) {
    return {Kind::List, {}, std::move(texts)};
  }
};

}  // namespace arbiter
