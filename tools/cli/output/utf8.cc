#include "tools/cli/output/utf8.h"

#include <algorithm>
#include <utility>

#include "lib/text/encoding.h"

namespace arbiter::cli::output {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// C2 80 to C2 9F: the control characters 128 to 159.
bool is_c1(char first, char second) {
  return first == '\xC2' && static_cast<unsigned char>(second) < 0xA0;
}

}  // namespace

std::string_view as_utf8(std::string_view text, std::string& storage) {
  if (is_utf8(text)) return text;
  return storage = utf8_from_windows_1252(text);
}

std::string_view as_shown(std::string_view text, std::string& storage) {
  text = as_utf8(text, storage);
  const bool is_safe = std::none_of(text.begin(), text.end(), is_control) &&
                       text.find('\xC2') == std::string_view::npos;
  if (is_safe) return text;
  std::string shown(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (is_control(shown[i])) shown[i] = ' ';
    if (i + 1 < shown.size() && is_c1(shown[i], shown[i + 1])) shown.replace(i, 2, " ");
  }
  return storage = std::move(shown);
}

std::string_view path_as_shown(std::string_view path, std::string& storage) {
  if (is_utf8(path)) return as_shown(path, storage);
  storage = path;
  std::replace_if(storage.begin(), storage.end(), is_control, ' ');
  return storage;
}

}  // namespace arbiter::cli::output
