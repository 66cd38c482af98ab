#include "lib/tags/tag_report.h"

#include <fmt/format.h>

namespace arbiter {

std::string quoted(std::string_view value) {
  constexpr std::size_t kLongest = 60;
  if (value.size() <= kLongest) return fmt::format("\"{}\"", value);
  std::size_t end = kLongest;
  // Not inside a character in UTF-8.
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return fmt::format("\"{}...\"", value.substr(0, end));
}

}  // namespace arbiter
