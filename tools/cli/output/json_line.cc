#include "tools/cli/output/json_line.h"

#include <fmt/ranges.h>

#include <iterator>

#include "tools/cli/output/utf8.h"

namespace arbiter::cli::output {
namespace {

bool stands_for_itself(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7F;
}

void append_escape(char c, std::string& json) {
  switch (c) {
    case '"':
      json += "\\\"";
      return;
    case '\\':
      json += "\\\\";
      return;
    case '\n':
      json += "\\n";
      return;
    case '\r':
      json += "\\r";
      return;
    case '\t':
      json += "\\t";
      return;
    default:
      fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned char>(c));
  }
}

}  // namespace

void append_json_string(std::string_view text, std::string& json) {
  std::string converted;
  text = as_utf8(text, converted);
  json += '"';
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && stands_for_itself(text[plain])) ++plain;
    json += text.substr(0, plain);
    if (plain < text.size()) append_escape(text[plain++], json);
    text.remove_prefix(plain);
  }
  json += '"';
}

std::string json_array(std::span<const std::string> texts) {
  std::string json = "[";
  for (const std::string& text : texts) {
    if (json.size() > 1) json += ',';
    append_json_string(text, json);
  }
  return json += ']';
}

std::string json_array_of_written(std::span<const std::string> values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

JsonLine& JsonLine::add(std::string_view key, std::string_view value) {
  add_written(key, "");
  append_json_string(value, json_);
  return *this;
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

}  // namespace arbiter::cli::output
