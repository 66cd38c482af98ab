// The one exception: a failure of the disk, a pipe or SQLite.
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

#include "lib/base/text.h"

namespace arbiter {

// An error that ends the program: no caller can recover from it. It is caught once, in main. The
// message is one sentence, as in Error.
class IoError : public std::runtime_error {
 public:
  explicit IoError(const std::string& message) : std::runtime_error(message) {}
};

// Returns the system's message in the form of an Error: "no such file or directory".
inline std::string reason_of(const std::error_code& code) {
  std::string text = code.message();
  if (!text.empty()) text[0] = to_small(text[0]);
  return text;
}

// The same for a value of errno.
inline std::string reason_of_errno(int error_number) {
  return reason_of(std::error_code(error_number, std::generic_category()));
}

}  // namespace arbiter
