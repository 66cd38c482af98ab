#include "tools/cli/shell_word.h"

#include <algorithm>

#include "lib/base/text.h"

namespace arbiter {

std::string quoted_for_shell(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return is_digit(c) || is_letter(c) || c == '.' || c == '_' || c == '-' || c == '/';
  };
  const bool needs_quotes = text.empty() || !std::ranges::all_of(text, is_plain);
  return needs_quotes ? quoted_for_shell(text) : std::string(text);
}

}  // namespace arbiter
