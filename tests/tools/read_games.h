// Games as read and written by commands, to compare commands with each other.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the games of a file as reported by `validate --games`.
std::vector<Json> games_validated(const std::string& path);

// Returns the numbers of the games with errors.
std::set<std::uint64_t> games_with_errors(const std::string& path);

// Returns the lines that are neither empty nor escaped with "%".
std::string without_escapes(const std::string& pgn);

}  // namespace arbiter::testing
