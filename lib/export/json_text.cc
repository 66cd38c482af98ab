#include "lib/export/json_text.h"

#include <fmt/format.h>

#include <iterator>

#include "lib/base/encoding.h"
#include "lib/export/neutral_text.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
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
  if (!is_utf8(text)) text = converted = utf8_from_windows_1252(text);
  json += '"';
  while (!text.empty()) {
    const std::size_t plain = size_of_plain(text);
    append_plain(text.substr(0, plain), json);
    text.remove_prefix(plain);
    if (!text.empty()) text.remove_prefix(append_character(text, json));
  }
  json += '"';
}

}  // namespace arbiter
