#include "tools/cli/output/json_line.h"

#include <fmt/ranges.h>

#include <iterator>

#include "lib/notation/shown_text.h"
#include "tools/cli/output/neutral_text.h"
#include "tools/cli/output/utf8.h"

namespace arbiter::cli::output {
namespace {

// How many bytes at the start of UTF-8 stand for themselves. What is not shown but does something
// is escaped, as logs and terminals show JSON too.
std::size_t size_of_unescaped(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const char c = text[size];
    if (c == '"' || c == '\\') break;
    const bool is_plain = c >= ' ' && c < '\x7F';
    if (!is_plain && first_active(text.substr(size))) break;
    size += is_plain ? 1 : first_character_length(text.substr(size));
  }
  return size;
}

// Escapes the character at the start of `text`; returns its size.
std::size_t append_escape(std::string_view text, std::string& json) {
  constexpr std::string_view kShort[] = {"\"\"", "\\\\", "\nn", "\rr", "\tt"};
  for (const std::string_view escape : kShort) {
    if (text[0] != escape[0]) continue;
    json.append("\\") += escape[1];
    return 1;
  }
  const Character character = first_active(text).value_or(Character());
  fmt::format_to(std::back_inserter(json), "\\u{:04x}", character.code_point);
  return character.size;
}

}  // namespace

void append_json_string(std::string_view text, std::string& json) {
  std::string converted;
  text = as_utf8(text, converted);
  json += '"';
  while (!text.empty()) {
    const std::size_t plain = size_of_unescaped(text);
    json += text.substr(0, plain);
    text.remove_prefix(plain);
    if (!text.empty()) text.remove_prefix(append_escape(text, json));
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
