// Simple parsers for tables, to verify the writers.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the rows of CSV according to RFC 4180, including the headings.
std::vector<std::vector<std::string>> csv_rows(const std::string& text);

// Returns the rows of a GitHub Flavored Markdown table without its delimiter row, as rendered:
// escapes resolved, and <br> as a line end.
std::vector<std::vector<std::string>> markdown_rows(const std::string& text);

}  // namespace arbiter::testing
