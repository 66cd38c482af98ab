// The target of a request: a path and parameters.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

struct RequestTarget {
  std::string path;  // "/api/v1/tree"
  // In their order, decoded; names can be repeated.
  std::vector<std::pair<std::string, std::string>> parameters = {};

  // Returns the last value; empty without one.
  std::string_view value(std::string_view name) const;
};

// Parses "/path?name=value&...", with bytes as %XX and spaces as "+". Values are valid UTF-8
// without control characters. The path is not decoded.
Result<RequestTarget> parse_target(std::string_view text);

}  // namespace arbiter
