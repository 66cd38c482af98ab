// Readers of tables, as plain as can be: they judge the writers.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The rows of comma-separated values by RFC 4180, the headings among them.
std::vector<std::vector<std::string>> csv_rows(const std::string& text);

// The rows of a table in GitHub Flavored Markdown without its rule, as a browser would show them:
// escapes resolved, a line end for <br>.
std::vector<std::vector<std::string>> markdown_rows(const std::string& text);

}  // namespace arbiter::testing
