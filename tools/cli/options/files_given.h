// The files that a command reads: those that are named, or standard input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

// The files; of none "-", which is standard input. The error is that nothing was named and somebody
// sits at the terminal: they would wait for the program, and it for them.
Result<std::vector<std::string>> files_given(std::vector<std::string> files,
                                             std::string_view command);

}  // namespace arbiter
