// What `watch` does at errors, beside reporting them.
#pragma once

#include <cstddef>
#include <string>

#include "tools/commands/check/watched_file.h"

namespace arbiter {

// Runs a line of the shell, which learns from its environment what was found first and how many
// errors there are, and waits for it. What comes of it is its own affair.
void run_command(const std::string& command, const FileLook::Found& found, std::size_t errors);

// On standard error.
void ring_bell();

}  // namespace arbiter
