// The files that a command reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// Returns the bytes in all of `paths`; nothing if one of them is a pipe.
std::optional<std::uint64_t> total_size_of(const std::vector<std::string>& paths);

// Prints which links to folders are not followed, because they lead out of the named folders.
void print_skipped_folders(const NamedFiles& named, Console& console);

// Returns whether the reason why an archive cannot be read is a missing password.
bool is_locked(std::string_view damage);

// Returns the files, or "-" (standard input) if there are none. Fails if no file was named and
// standard input is a terminal.
Result<std::vector<std::string>> files_given(std::vector<std::string> files,
                                             std::string_view command);

}  // namespace arbiter
