// The large collection of files that some tests read if it exists.
#pragma once

#include <filesystem>
#include <optional>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The folder in ARBITER_CORPUS; nothing if it is unset or empty.
std::optional<std::filesystem::path> corpus();

// Returns whether ARBITER_NIGHTLY is set, as by tools/nightly: loops then run to their full length.
bool is_nightly();

}  // namespace arbiter::testing
