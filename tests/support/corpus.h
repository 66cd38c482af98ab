// The large collection of files that some tests read if it exists.
#pragma once

#include <filesystem>
#include <optional>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the folder in ARBITER_CORPUS; nothing if it is unset or empty.
std::optional<std::filesystem::path> corpus();

// Returns whether ARBITER_NIGHTLY is set, as in tools/nightly. Loops then run to their full length.
bool is_nightly();

}  // namespace arbiter::testing
