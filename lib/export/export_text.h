// Pieces of a file made UTF-8 for output.
#pragma once

#include <string>
#include <string_view>

#include "lib/base/encoding.h"

namespace arbiter {

// The text itself where it is UTF-8 already, else a conversion that lives until
// the next call.
class Utf8Text {
 public:
  std::string_view of(std::string_view bytes) {
    if (is_utf8(bytes)) return bytes;
    ++conversions_;
    return converted_ = decode_text(bytes).utf8;
  }
  std::uint64_t conversions() const { return conversions_; }

 private:
  std::string converted_;
  std::uint64_t conversions_ = 0;
};

}  // namespace arbiter
