// The large collection of files that some tests read when it is there.
#pragma once

#include <filesystem>
#include <optional>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The folder named by ARBITER_CORPUS; nothing when that is unset or empty.
std::optional<std::filesystem::path> corpus();

}  // namespace arbiter::testing
