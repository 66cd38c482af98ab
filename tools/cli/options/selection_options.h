// --select, --ignore and --severity.
#pragma once

#include <string>

#include "lib/diagnostics/selection.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// In `group` of the help.
void add_selection(CommandLine& app, SelectionOptions& selection, const std::string& group);

}  // namespace arbiter
