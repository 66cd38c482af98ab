#include "tools/cli/output/json_line.h"

#include <fmt/ranges.h>

#include <iterator>

#include "lib/notation/shown_text.h"
#include "tools/cli/output/neutral_text.h"
#include "tools/cli/output/utf8.h"

namespace arbiter::cli::output {
namespace {

// Appends printable ASCII.
void append_plain(std::string_view text, std::string& json) {
  while (true) {
    std::size_t size = 0;
    while (size < text.size() && text[size] != '"' && text[size] != '\\') ++size;
    json += text.substr(0, size);
    if (size == text.size()) return;
    json.append("\\") += text[size];
    text.remove_prefix(size + 1);
  }
}

// Appends the character at the start of `text`, which is not printable ASCII; returns its size.
// What is not shown but does something is escaped, as logs and terminals show JSON too.
std::size_t append_character(std::string_view text, std::string& json) {
  constexpr std::string_view kShort[] = {"\nn", "\rr", "\tt"};
  for (const std::string_view escape : kShort) {
    if (text[0] != escape[0]) continue;
    json.append("\\") += escape[1];
    return 1;
  }
  const std::size_t size = first_character_length(text);
  if (const auto active = first_active(text)) {
    fmt::format_to(std::back_inserter(json), "\\u{:04x}", active->code_point);
  } else {
    json += text.substr(0, size);
  }
  return size;
}

}  // namespace

void append_json_string(std::string_view text, std::string& json) {
  std::string converted;
  text = as_utf8(text, converted);
  json += '"';
  while (!text.empty()) {
    const std::size_t plain = size_of_plain(text);
    append_plain(text.substr(0, plain), json);
    text.remove_prefix(plain);
    if (!text.empty()) text.remove_prefix(append_character(text, json));
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
