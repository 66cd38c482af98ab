#include "tools/cli/path_pattern.h"

#include <algorithm>

namespace arbiter {
namespace {

bool matches_from(std::string_view pattern, std::string_view path) {
  while (!pattern.empty()) {
    if (pattern.starts_with("**")) {
      const std::string_view rest = pattern.substr(2);
      const std::string_view after = rest.starts_with('/') ? rest.substr(1) : rest;
      for (std::size_t i = 0; i <= path.size(); ++i) {
        const bool is_start = i == 0 || path[i - 1] == '/' || after.size() == rest.size();
        if (is_start && matches_from(after, path.substr(i))) return true;
      }
      return false;
    }
    if (pattern.front() == '*') {
      for (std::size_t i = 0; i <= path.size(); ++i) {
        if (matches_from(pattern.substr(1), path.substr(i))) return true;
        if (i < path.size() && path[i] == '/') break;
      }
      return false;
    }
    if (path.empty()) return false;
    if (pattern.front() == '?' ? path.front() == '/' : pattern.front() != path.front())
      return false;
    pattern.remove_prefix(1);
    path.remove_prefix(1);
  }
  return path.empty() || path.front() == '/' || path.front() == ':';
}

}  // namespace

bool matches_path(std::string_view pattern, std::string_view path) {
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  if (pattern.find('/') != std::string_view::npos) return matches_from(pattern, path);
  for (std::size_t at = 0; at <= path.size(); ++at) {
    if (matches_from(pattern, path.substr(at))) return true;
    at = std::min(path.find('/', at), path.size());
  }
  return false;
}

}  // namespace arbiter
