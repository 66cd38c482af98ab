// What changes in a text, as `diff -u` shows it and `patch` reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/repair/text_edits.h"

namespace arbiter {

// The hunks of a file that comes stretch by stretch, each of whole lines. Up to three lines of
// context stand around a change, as many before as behind, so that `patch` can make it wherever in
// the file it is, and `patch -R` undo it.
class UnifiedDiff {
 public:
  // The hunks of the next stretch of the file.
  std::string add(std::string_view stretch, std::span<const TextChange> changes);

 private:
  std::uint64_t lines_before_ = 0;      // of the file
  std::uint64_t new_lines_before_ = 0;  // of what it becomes
};

}  // namespace arbiter
