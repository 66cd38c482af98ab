// A text in UTF-8, character by character.
#pragma once

#include <string_view>
#include <vector>

#include "lib/base/encoding.h"

namespace arbiter {

// Its code points, and each byte that belongs to none.
inline std::vector<std::string_view> code_points_of(std::string_view utf8) {
  std::vector<std::string_view> characters;
  while (!utf8.empty()) {
    characters.push_back(utf8.substr(0, size_of_code_points(utf8, 1)));
    utf8.remove_prefix(characters.back().size());
  }
  return characters;
}

}  // namespace arbiter
