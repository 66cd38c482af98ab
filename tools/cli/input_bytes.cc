#include "tools/cli/input_bytes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "tools/cli/output/quantities.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {

std::optional<std::uint64_t> total_size_of(const std::vector<std::string>& paths) {
  std::uint64_t total = 0;
  for (const std::string& path : paths) {
    std::error_code failure;
    const std::uint64_t size = std::filesystem::file_size(path, failure);
    if (path == "-" || failure) return std::nullopt;
    total += size;
  }
  return total;
}

void print_skipped_folders(const NamedFiles& named, Console& console) {
  const std::vector<std::string>& links = named.skipped_folders;
  if (links.empty()) return;
  console.say(fmt::format(
      "{}: the link leads out of the folder; skipped{}", shown_path(links.front()),
      links.size() == 1 ? "" : fmt::format(", like {}", counted(links.size() - 1, "other link"))));
}

// Detects the words that all such messages of libarchive contain.
bool is_locked(std::string_view damage) {
  return damage.find("ncrypted") != std::string_view::npos ||
         damage.find("assphrase") != std::string_view::npos;
}

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
