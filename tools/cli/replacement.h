// Files that are written anew in their own place.
#pragma once

#include <optional>
#include <string>

#include "tools/cli/output/namespaces.h"

namespace arbiter::cli {

// Why the file cannot be replaced by its games in another form; nothing if it can.
std::optional<std::string> replacement_fault(const std::string& path);

}  // namespace arbiter::cli
