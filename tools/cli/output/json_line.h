// JSON lines, written without an intermediate tree.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/export/neutral_text.h"

namespace arbiter {

// Returns a JSON array such as ["one","two"], with strings written by append_json_string().
std::string json_array(std::span<const std::string> texts);

// A writer of one object {"key":value,...} and a line end, with keys in the order in which they are
// added.
class JsonLine {
 public:
  JsonLine& add(std::string_view key, std::string_view value);
  JsonLine& add(std::string_view key, const char* value) {
    return add(key, std::string_view(value));
  }
  JsonLine& add(std::string_view key, std::same_as<bool> auto value) {
    return add_written(key, value ? "true" : "false");
  }
  JsonLine& add(std::string_view key,
                std::unsigned_integral auto value) requires(!std::same_as<decltype(value), bool>) {
    return add_written(key, fmt::format_int(value).c_str());
  }
  template <class T>
  JsonLine& add(std::string_view key, const std::optional<T>& value) {
    return value ? add(key, *value) : add_written(key, "null");
  }
  JsonLine& add(std::string_view key, const std::vector<std::string>& texts) {
    return add_written(key, json_array(texts));
  }
  JsonLine& add(std::string_view key, std::vector<JsonLine> objects);
  // Adds a string; an empty string becomes null.
  JsonLine& add_or_null(std::string_view key, std::string_view value) {
    return value.empty() ? add_written(key, "null") : add(key, value);
  }
  // Adds a value that is already JSON.
  JsonLine& add_written(std::string_view key, std::string_view json);

  // Returns the object without a line end, for use as a value. The next add() starts a new object.
  std::string_view object();
  // Returns the object and its line end. The next add() starts a new object.
  std::string_view finish();

 private:
  std::string json_ = "{";
  bool is_closed_ = false;
};

}  // namespace arbiter
