#include "tools/cli/output/json_line.h"

#include <fmt/ranges.h>

namespace arbiter {
std::string json_array(std::span<const std::string> texts) {
  std::string json = "[";
  for (const std::string& text : texts) {
    if (json.size() > 1) json += ',';
    append_json_string(text, json);
  }
  return json += ']';
}

JsonLine& JsonLine::add(std::string_view key, std::string_view value) {
  add_written(key, "");
  append_json_string(value, json_);
  return *this;
}

JsonLine& JsonLine::add(std::string_view key, std::vector<JsonLine> objects) {
  std::vector<std::string_view> values;
  for (JsonLine& object : objects) values.push_back(object.object());
  return add_written(key, fmt::format("[{}]", fmt::join(values, ",")));
}

JsonLine& JsonLine::add_written(std::string_view key, std::string_view json) {
  if (is_closed_) {
    json_ = "{";
    is_closed_ = false;
  }
  if (json_.size() > 1) json_ += ',';
  json_ += '"';
  json_ += key;
  json_ += "\":";
  json_ += json;
  return *this;
}

std::string_view JsonLine::object() {
  if (!is_closed_) json_ += '}';
  is_closed_ = true;
  return json_;
}

std::string_view JsonLine::finish() {
  object();
  return json_ += '\n';
}

}  // namespace arbiter
