#include "tools/cli/options/files_given.h"

#include <fmt/format.h>
#include <unistd.h>

namespace arbiter {

Result<std::vector<std::string>> files_given(std::vector<std::string> files,
                                             std::string_view command) {
  if (!files.empty()) return files;
  if (::isatty(STDIN_FILENO) == 1) {
    return Error{fmt::format(
        "no file given; name files or folders, or pipe games in (see 'arbiter {} --help')",
        command)};
  }
  return std::vector<std::string>{"-"};
}

}  // namespace arbiter
