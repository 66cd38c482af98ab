#include "tools/cli/output/not_kept.h"

#include <fmt/format.h>

#include "tools/cli/output/quantities.h"

namespace arbiter {

std::string set_aside_text(std::uint64_t pieces) {
  return fmt::format("{} could not be kept as moves",
                     counted(pieces, "piece of text", "pieces of text"));
}

std::string set_aside_in_comments_text(std::uint64_t pieces) {
  return set_aside_text(pieces) + "; see the comments {unreadable...}, {after-result...}";
}

std::string lines_between_text(std::uint64_t lines) {
  return fmt::format("{} between games {} not kept",
                     counted(lines, "line of text", "lines of text"), lines == 1 ? "was" : "were");
}

}  // namespace arbiter
