// The files of the explorer's page, which are parts of the program.
#pragma once

#include <string_view>

namespace arbiter {

struct Asset {
  std::string_view path;  // "/explorer.js"
  std::string_view type;
  std::string_view (*content)();
};

// Returns the file of that path, or null.
const Asset* find_asset(std::string_view path);

}  // namespace arbiter
