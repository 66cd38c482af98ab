#define XXH_INLINE_ALL
#include "tools/cli/unique_lines.h"

#include <xxhash.h>

#include "lib/export/line_layouts.h"

namespace arbiter {

std::string_view UniqueLines::of(std::string_view lines) {
  kept_.clear();
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n') + 1);
    lines.remove_prefix(line.size());
    const std::string_view position = position_in(line);
    const XXH128_hash_t hash = XXH3_128bits(position.data(), position.size());
    if (known_.emplace(hash.low64, hash.high64).second) kept_ += line;
  }
  return kept_;
}

}  // namespace arbiter
