// What stands between two games, before the first or after the last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "lib/base/control.h"
#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {

// Shows each line that is not blank to `visit`, trimmed and without a byte order mark.
template <class Visit>
void for_each_line_between(std::string_view between, Visit visit) {
  const auto is_blank = [](char c) { return c == ' ' || is_control(c); };
  while (!between.empty()) {
    const std::size_t end = std::min(between.find_first_of("\r\n"), between.size());
    std::string_view line = between.substr(0, end);
    between.remove_prefix(std::min(end + 1, between.size()));
    if (line.starts_with(kUtf8Bom)) line.remove_prefix(kUtf8Bom.size());
    line = trim(line);
    if (!std::ranges::all_of(line, is_blank)) visit(line);
  }
}

// How many they are.
inline std::uint64_t lines_between(std::string_view between) {
  std::uint64_t lines = 0;
  for_each_line_between(between, [&](std::string_view) { ++lines; });
  return lines;
}

}  // namespace arbiter
