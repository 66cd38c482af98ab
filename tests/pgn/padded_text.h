// Text for the reader, followed by readable bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/pgn/reader.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Owns exactly the text and its padding, so that sanitizers detect every read past the end.
class PaddedText {
 public:
  explicit PaddedText(std::string_view text)
      : bytes_(text.begin(), text.end()), size_(text.size()) {
    bytes_.resize(size_ + kTextPadding);
    bytes_.shrink_to_fit();
  }

  PgnText source(std::uint64_t offset = 0) const { return {{bytes_.data(), size_}, offset}; }

 private:
  std::vector<char> bytes_;
  std::size_t size_;
};

}  // namespace arbiter::testing
