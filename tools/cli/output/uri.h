// Paths as references in pages and reports.
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns a relative or absolute path as a URI reference (RFC 3986).
std::string uri_of(std::string_view path);

}  // namespace arbiter
