// Where some bytes of a text stand.
#pragma once

#include <cstddef>

namespace arbiter {

struct ByteRange {
  std::size_t offset = 0;
  std::size_t size = 0;
  bool operator==(const ByteRange&) const = default;
};

}  // namespace arbiter
