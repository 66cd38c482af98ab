// Patterns for files, as .gitignore has them.
#pragma once

#include <string_view>

namespace arbiter {

// `*` and `?` stand for characters other than "/", `**` for any. A pattern without "/" is compared
// with each name of the path, and a folder stands for all that is in it.
bool matches_path(std::string_view pattern, std::string_view path);

}  // namespace arbiter
