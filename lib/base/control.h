// Control characters of ASCII.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace arbiter {

// Line ends and tabs are control characters too.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

// In what is written, each of them is a blank.
inline std::string without_controls(std::string_view text) {
  std::string clean(text);
  std::ranges::replace_if(clean, is_control, ' ');
  return clean;
}

}  // namespace arbiter
