#include "lib/pgn/tag_value.h"

#include <cstddef>

#include "lib/base/control.h"

namespace arbiter {
namespace {

bool needs_backslash(char letter) { return letter == '"' || letter == '\\'; }

}  // namespace

std::string unescape(std::string_view written) {
  std::string value;
  value.reserve(written.size());
  for (std::size_t at = 0; at < written.size(); ++at) {
    const bool escapes =
        written[at] == '\\' && at + 1 < written.size() && needs_backslash(written[at + 1]);
    if (escapes) ++at;
    value += written[at];
  }
  return value;
}

std::string quote(std::string_view value) {
  std::string written;
  written.reserve(value.size() + 2);
  written += '"';
  for (char letter : value) {
    if (needs_backslash(letter)) written += '\\';
    written += is_control(letter) ? ' ' : letter;
  }
  written += '"';
  return written;
}

}  // namespace arbiter
