// Regular expressions, in bounded time and memory.
#pragma once

#include <memory>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

// A POSIX extended regular expression. The case of ASCII letters does not matter, and other
// characters are compared byte by byte.
//
// There are no back references, so matching takes linear time; the length of an expression and the
// product of its repetition counts are limited.
class RegularExpression {
 public:
  static Result<RegularExpression> parse(std::string_view text);

  // Returns whether a part of the text matches. Threads may share an expression.
  bool is_found_in(std::string_view text) const;

 private:
  class Compiled;
  explicit RegularExpression(std::shared_ptr<Compiled> compiled);

  std::shared_ptr<Compiled> compiled_;
};

}  // namespace arbiter
