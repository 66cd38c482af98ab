#include "tools/cli/output/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/export/neutral_text.h"

namespace arbiter {

std::string_view as_utf8(std::string_view text, std::string& storage) {
  if (is_utf8(text)) return text;
  return storage = utf8_from_windows_1252(text);
}

std::string_view as_shown(std::string_view text, std::string& storage) {
  text = as_utf8(text, storage);
  if (is_neutral(text)) return text;
  return storage = neutral(text);
}

std::string shown_path(std::string_view path) { return neutral(path); }

std::string nearest_path(std::string_view path) {
  std::error_code failure;
  const std::string folder = std::filesystem::current_path(failure).generic_string() + "/";
  if (!failure && path.starts_with(folder)) path.remove_prefix(folder.size());
  return shown_path(path);
}

std::string uri_of(std::string_view path) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char c : path) {
    if (plain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

std::string escaped_markup(std::string_view text) {
  constexpr std::pair<char, std::string_view> kEscapes[] = {
      {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string escaped;
  for (const char c : neutral(text)) {
    const auto* const found =
        std::ranges::find(kEscapes, c, &std::pair<char, std::string_view>::first);
    escaped += found == std::end(kEscapes) ? std::string_view(&c, 1) : found->second;
  }
  return escaped;
}

}  // namespace arbiter
