// Plain parsers for tables, the judges of the writers.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The rows of comma-separated values by RFC 4180, including the headings.
std::vector<std::vector<std::string>> csv_rows(const std::string& text);

// The rows of a GitHub Flavored Markdown table without its rule, as a browser would show them:
// escapes resolved, a line end for <br>.
std::vector<std::vector<std::string>> markdown_rows(const std::string& text);

}  // namespace arbiter::testing
